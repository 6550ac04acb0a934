import type { Transport } from '@tagma/client/streaming.ts'
import * as wire from '@tagma/contract/wire.ts'
import { afterPaint } from '#parts/after-paint.ts'

/** Milliseconds without a key after which nobody is typing any more. Longer than between two letters. */
const rest = 250

let isTyping = false
let isDrawing = false
let ending: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

function release(): void {
  for (const go of waiting) go()
  waiting.clear()
}

function noteKey(): void {
  isTyping = true
  clearTimeout(ending)
  if (isDrawing) return
  isDrawing = true
  afterPaint(() => {
    isDrawing = false
    ending = setTimeout(() => {
      isTyping = false
      release()
    }, rest)
    // Behind the frame of what the key asks for, too, such as names.
    afterPaint(release)
  })
}

addEventListener('keydown', noteKey, { capture: true, passive: true })

/**
 * Resolves when work stands in the way of no key: at once, or while somebody types right behind the frame of a key, which
 * leaves most of the time until the next one. Waits for a quarter of a second at most.
 */
export const betweenKeys = (): Promise<void> =>
  isTyping ? new Promise((resolve) => void waiting.add(resolve)) : Promise.resolve()

/** Polls for events. Answers are taken in between two keys: who types sees the letter first. */
export function keysFirst(): Transport {
  return {
    async ask(client, args, signal) {
      const { events } = await client.call(wire.getEvents, args, { signal, patienceSeconds: 0 })
      await betweenKeys()
      return events as unknown as Awaited<ReturnType<Transport['ask']>>
    },
    close: () => undefined,
  }
}
