import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** How often memory is looked at, in milliseconds: libraries take a gigabyte in some hundred. */
const lookEvery = 10

/**
 * Makes this process a helper of the server (`HelperProcess`): answers its questions until the server is gone. It runs
 * behind the server, is the first to go where memory is short, and ends itself when it has more than `mostMib`.
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

/** At once: an ordinary exit waits for what the libraries are doing. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}
