// Units and health checks of 1.0.0 name this file; what it does is the command `hookline reload` now.
process.argv.splice(2, 0, 'reload');
await import('../packages/server/src/commands/hookline.ts');
