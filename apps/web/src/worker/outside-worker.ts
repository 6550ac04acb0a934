// The worker that asks other organizations for their names. The policy of the page lets it ask its own server only. This worker
// runs under a policy of its own, which lets it ask any organization, and it can do nothing else: it asks one address for its
// name and its icon, without cookies and without telling from where, and gives the icon back as pixels.
import {
  type OrganizationAnswer,
  type OrganizationTrouble,
  readAddress,
  readSettings,
} from '#state/organizations.ts'

/** The question of the page: an address. */
export type ToOutside = string

export interface FromOutside {
  readonly address: string
  readonly answer: OrganizationAnswer
}

/** The part of a worker's global object that is used here: the types of pages do not have it. */
interface Worker {
  addEventListener(type: 'message', listener: (event: { readonly data: ToOutside }) => void): void
  postMessage(message: FromOutside): void
}

const worker = globalThis as unknown as Worker

/** Milliseconds for an answer. */
const patience = 10_000
/** Width and height of icons, in pixels: twice what is shown. */
const side = 64

worker.addEventListener('message', ({ data: address }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it answers the page that began it
  void ask(address).then((answer) => worker.postMessage({ address, answer }))
})

const trouble = (kind: OrganizationTrouble): OrganizationAnswer => ({ kind: 'trouble', trouble: kind })

async function ask(address: string): Promise<OrganizationAnswer> {
  let response: Response
  try {
    response = await askOutside(`${address}/api/v1/server_settings`)
  } catch {
    return trouble('silent')
  }
  // It may have moved.
  const moved = readAddress(new URL(response.url).origin)
  if (!('address' in moved)) return trouble('foreign')
  const said: unknown = await response.json().catch(() => undefined)
  const read = readSettings(moved.address, said)
  if (typeof read === 'string') return trouble(read)
  const { name, iconAddress, ownAddress } = read
  // An organization without its icon is found all the same.
  const icon = iconAddress === undefined ? undefined : await iconAt(iconAddress).catch(() => undefined)
  return { kind: 'found', organization: { address: moved.address, name, icon }, ownAddress }
}

const askOutside = (url: string) =>
  fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(patience),
  })

async function iconAt(url: string): Promise<string | undefined> {
  const response = await askOutside(url)
  if (!response.ok) return undefined
  const bitmap = await createImageBitmap(await response.blob())
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, side, side)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`
}
