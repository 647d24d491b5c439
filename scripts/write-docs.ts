import { writeFileSync } from 'node:fs';
import { GENERATED_FILES, pathOf, regenerated } from './generated-docs.ts';

for (const file of GENERATED_FILES) writeFileSync(pathOf(file), regenerated(file));
