import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Milliseconds between two looks at memory: libraries take a gigabyte in some hundred milliseconds. */
const lookEvery = 10

/**
 * Makes this process a helper of the server (`HelperProcess`): it answers questions until the server is gone. It has a
 * lower priority than the server, is the first to be killed when memory is short, and ends itself when it takes more
 * than `mostMib`.
 */
export function serveHelper(answer: (question: never) => Promise<unknown>, mostMib: number): void {
  setPriority(10)
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
  process.on('disconnect', endNow)
  process.on('message', (question) => {
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > mostMib * 1024 * 1024) endNow()
    }, lookEvery)
    void answer(question as never)
      .finally(() => clearInterval(watch))
      .then((answered) => process.send?.(answered))
  })
}

/** Ends at once: an ordinary exit waits for the libraries' threads. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}
