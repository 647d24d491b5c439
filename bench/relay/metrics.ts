/** What Hookline says of itself: the value of a metric, summed over its labels. */
export async function metricsOf(port: number): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return (name) => {
    const lines = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'));
    return Array.from(lines, ([, value]) => Number(value)).reduce((sum, value) => sum + value, 0);
  };
}
