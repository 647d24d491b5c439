/** Two tones, a pause, and again, as an office telephone does. */
const RING = { tones: [440, 480], length: 0.9, every: 3000, volume: 0.12 };
const CHIME = { tones: [880], length: 0.18, volume: 0.08 };

let context: AudioContext | undefined;
let ringing: ReturnType<typeof setInterval> | undefined;

/**
 * Browsers let a page sound only after somebody has touched it; a page that was reloaded has to
 * be touched again. So every touch wakes the sound until it is awake.
 */
for (const touch of ['pointerdown', 'keydown']) {
  document.addEventListener(touch, () => void context?.resume(), { passive: true });
}

export function startRinging(): void {
  if (ringing !== undefined) return;
  play(RING);
  ringing = setInterval(() => play(RING), RING.every);
}

export function stopRinging(): void {
  clearInterval(ringing);
  ringing = undefined;
}

export const chime = () => play(CHIME);
/** What a ring sounds like, once. */
export const playSample = () => play(RING);

function play({ tones, length, volume }: typeof CHIME): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const gain = context.createGain();
  gain.connect(context.destination);
  // Begun and ended softly: a tone that is cut clicks.
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(volume, now + 0.03);
  gain.gain.setValueAtTime(volume, now + length - 0.08);
  gain.gain.linearRampToValueAtTime(0, now + length);
  for (const frequency of tones) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(now);
    tone.stop(now + length);
  }
}
