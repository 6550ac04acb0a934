/** Runs work after so many milliseconds, also fractions of one, which timers cannot measure. Without a delay, at once. */
export function delays(delay: number): (work: () => void) => void {
  if (delay === 0) return (work) => work()
  const queue: { readonly at: number; readonly work: () => void }[] = []
  const pump = () => {
    while (queue[0] && queue[0].at <= performance.now()) queue.shift()?.work()
    if (queue.length > 0) setImmediate(pump)
  }
  return (work) => {
    queue.push({ at: performance.now() + delay, work })
    if (queue.length === 1) setImmediate(pump)
  }
}
