import type { Log } from '#ports/log.ts'
import { type Pictures, PicturesBusy } from '#ports/pictures.ts'
import { QueueFull } from './fair-queue.ts'
import { HelperProcess, helperFile } from './helper-process.ts'
import type { PictureAnswer, PictureQuestion } from './pictures-process.ts'

/** Reads pictures by libvips, in a separate process that works for organizations in turn. */
export function sharpPictures(log: Log): Pictures {
  const helper = new HelperProcess<PictureQuestion, PictureAnswer>(
    {
      file: helperFile('pictures-process', import.meta.url),
      purpose: 'pictures',
      // More than the library allows itself for scaling: a slower process hangs.
      seconds: 20,
      heapMib: 64,
      longestQueue: 50,
    },
    log,
  )
  const ask = async (organizationId: number, question: PictureQuestion) => {
    try {
      return await helper.ask(organizationId, question)
    } catch (error) {
      throw error instanceof QueueFull ? new PicturesBusy() : error
    }
  }
  return {
    inspect: async (organizationId, source) =>
      (await ask(organizationId, { source, scaling: undefined }))?.facts,
    scale: async (organizationId, source, scaling) =>
      (await ask(organizationId, { source, scaling }))?.picture,
    close: () => helper.close(),
  }
}
