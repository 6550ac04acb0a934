import type { Shaper } from '#events/shaper.ts'

/** Shapes archiving and its opposite: for clients without archived channels, a channel goes and comes back. */
export const streamShaper: Shaper<'stream'> = {
  type: 'stream',
  shape(body, viewer) {
    if (!('channel' in body)) return { key: '', shared: () => body }
    const { channel, ...update } = body
    if (viewer.capabilities.archived_channels) return { key: 'update', shared: () => update }
    return {
      key: 'presence',
      shared: () =>
        body.value
          ? {
              type: 'stream',
              op: 'delete',
              stream_ids: [body.stream_id],
              streams: [{ stream_id: body.stream_id }],
            }
          : { type: 'stream', op: 'create', streams: [channel] },
    }
  },
}
