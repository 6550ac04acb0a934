import type { OrganizationAnswer } from '#state/organizations.ts'
import type { FromOutside } from '#worker/outside-worker.ts'
import { workerAddress, workerScript } from './worker-script.ts'

type Resolve = (answer: OrganizationAnswer) => void

let worker: Worker | undefined
/** Callers that wait for the answer of an address. */
const waiting = new Map<string, Resolve[]>()

/** Asks another organization for its name. Never rejects: an address that does not answer is in trouble. */
export function askOrganization(address: string): Promise<OrganizationAnswer> {
  if (!navigator.onLine) return Promise.resolve({ kind: 'trouble', trouble: 'offline' })
  return new Promise((resolve) => {
    const others = waiting.get(address)
    if (others) return void others.push(resolve)
    waiting.set(address, [resolve])
    worker ??= begin()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin of its own
    if (worker) worker.postMessage(address)
    else end()
  })
}

function begin(): Worker | undefined {
  const script = workerAddress('outside-worker')
  if (script === undefined || !('Worker' in globalThis)) return undefined
  const begun = new Worker(workerScript(script))
  begun.addEventListener('message', ({ data: { address, answer } }: MessageEvent<FromOutside>) =>
    settle(address, answer),
  )
  begun.addEventListener('error', end)
  return begun
}

function settle(address: string, answer: OrganizationAnswer): void {
  for (const resolve of waiting.get(address) ?? []) resolve(answer)
  waiting.delete(address)
  if (waiting.size > 0) return
  // Few ask often: it takes no memory meanwhile.
  worker?.terminate()
  worker = undefined
}

/** Without the worker, nobody can be asked. */
function end(): void {
  for (const address of waiting.keys()) settle(address, { kind: 'trouble', trouble: 'silent' })
}
