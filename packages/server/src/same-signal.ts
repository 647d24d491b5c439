/**
 * Milliseconds. A Ctrl-C reaches everything in the terminal, and whoever waits for the program, as
 * npm does, passes its own on: that is one signal.
 */
export const SAME_SIGNAL = 1000;
