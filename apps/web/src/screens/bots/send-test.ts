import { errorText } from '#actions/show-error.ts'

/** Answer of an address. */
export interface TestAnswer {
  readonly isTaken: boolean
  /** The sentence of the answer; empty for a success. */
  readonly text: string
}

/**
 * Sends an example of a service to an address of this server, as the service would: by the same endpoint, with the same
 * headers and without this browser’s session. Never rejects.
 */
export async function sendTest(service: string, address: string): Promise<TestAnswer> {
  try {
    const { samples } = await import('@tagma/integrations/samples.ts')
    const sample = samples[service]
    if (!sample) return { isTaken: false, text: service }
    const { pathname, searchParams } = new URL(address)
    for (const [name, value] of Object.entries(sample.query))
      if (!searchParams.has(name)) searchParams.set(name, value)
    const response = await fetch(`${pathname}?${searchParams}`, {
      method: 'POST',
      headers: { ...sample.headers, 'content-type': 'application/json' },
      body: JSON.stringify(sample.payload),
      credentials: 'omit',
      redirect: 'error',
    })
    return await answerOf(response)
  } catch (error) {
    return { isTaken: false, text: errorText(error) }
  }
}

async function answerOf(response: Response): Promise<TestAnswer> {
  const text = await response.text()
  if (text === '') return { isTaken: response.ok, text: response.ok ? '' : String(response.status) }
  const { result, msg } = JSON.parse(text) as { readonly result?: string; readonly msg?: string }
  return { isTaken: response.ok && result !== 'error', text: msg ?? '' }
}
