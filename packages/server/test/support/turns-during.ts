/** How many turns of the event loop others get while this is done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const eachTurn = () => {
    if (isOver) return;
    turns++;
    setImmediate(eachTurn);
  };
  setImmediate(eachTurn);
  await work();
  isOver = true;
  return turns;
}
