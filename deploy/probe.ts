// Units and health checks of 1.0.0 name this file; what it does is the command `hookline ready` now.
process.argv.splice(2, 0, 'ready');
await import('../packages/server/src/commands/hookline.ts');
