import { Readable } from 'node:stream'
import type { RawBody } from '@tagma/contract/define.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Integration } from '@tagma/integrations/integration.ts'
import { parseFields, readMultipart } from '#http/parse-form.ts'

/**
 * Returns the payload of a request. Services say little about their bodies: JSON counts whatever the content type, and
 * a form may hold it in one field. Returns undefined where there is no JSON. Throws a Refusal for a broken form.
 */
export async function readPayload(
  integration: Pick<Integration, 'payloadField' | 'takesForms' | 'takesNoBody'>,
  { bytes, headers, query }: RawBody,
): Promise<{ readonly payload: unknown } | undefined> {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data') {
    const body = Object.assign(Readable.from([bytes]), { headers })
    const { fields } = await readMultipart(body, limits.maxWebhookMib * 1024 * 1024, undefined)
    return ofFields(integration, fields)
  }
  const text = Buffer.from(bytes)
    .toString()
    .replace(/^\ufeff/, '')
    .trim()
  if (text === '') return integration.takesNoBody || integration.takesForms ? { payload: query } : undefined
  const parsed = parsedJson(text)
  if (parsed || type !== 'application/x-www-form-urlencoded') return parsed
  return ofFields(integration, parseFields(text))
}

function ofFields(
  { payloadField = 'payload', takesForms }: Pick<Integration, 'payloadField' | 'takesForms'>,
  fields: Readonly<Record<string, string>>,
): { readonly payload: unknown } | undefined {
  const held = fields[payloadField]
  if (held !== undefined) return parsedJson(held)
  return takesForms ? { payload: fields } : undefined
}

function parsedJson(text: string): { readonly payload: unknown } | undefined {
  try {
    return { payload: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
