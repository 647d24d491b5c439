/** How many streams the backend holds at this moment, by its own count. */
export async function openStreams(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^hookline_streams (\d+)$/m.exec(metrics)?.[1]);
}
