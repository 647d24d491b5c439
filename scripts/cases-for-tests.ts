import fc from 'fast-check';

// Always the same cases, for a failure that goes away with the next run helps nobody. Others are
// looked for on purpose: HOOKLINE_TEST_SEED=2 npm test.
fc.configureGlobal({ seed: Number(process.env.HOOKLINE_TEST_SEED ?? 1) });
