import type { Transport } from '@tagma/client/streaming.ts'
import * as wire from '@tagma/contract/wire.ts'
import { afterPaint } from '#parts/after-paint.ts'

/** Resolves when what the last key did is on the screen; undefined if it is. */
let drawing: Promise<void> | undefined

function noteKey(): void {
  drawing ??= new Promise((resolve) => {
    afterPaint(() => {
      drawing = undefined
      resolve()
    })
  })
}

addEventListener('keydown', noteKey, { capture: true, passive: true })

/** Polls for events. An answer that comes between a key and its frame waits for the frame: who types sees the letter first. */
export function keysFirst(): Transport {
  return {
    async ask(client, args, signal) {
      const { events } = await client.call(wire.getEvents, args, { signal, patienceSeconds: 0 })
      await drawing
      return events as unknown as Awaited<ReturnType<Transport['ask']>>
    },
    close: () => undefined,
  }
}
