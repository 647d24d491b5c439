export function StateLights() {
  return <span />;
}
