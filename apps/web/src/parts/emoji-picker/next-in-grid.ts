/** Returns the place in a grid that a key leads to, or undefined if the key does not move. Rows have `columns` places. */
export function nextInGrid(
  key: string,
  at: number,
  {
    count,
    columns,
    isMirrored,
  }: { readonly count: number; readonly columns: number; readonly isMirrored: boolean },
): number | undefined {
  const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight'
  const backward = isMirrored ? 'ArrowRight' : 'ArrowLeft'
  const step = { [forward]: 1, [backward]: -1, ArrowDown: columns, ArrowUp: -columns }[key]
  if (step === undefined || count === 0) return undefined
  return Math.max(0, Math.min(at + step, count - 1))
}
