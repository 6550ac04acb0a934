/** Returns a function that does work, at most so many pieces at a time; the others wait in their order. */
export function fewAtATime(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next one takes the place over, so that nobody slips in between.
      if (next) next()
      else running--
    }
  }
}
