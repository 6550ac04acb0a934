import type { BotService } from '@tagma/contract/objects/bot.ts'
import { integrations } from '@tagma/integrations/integrations.ts'
import { badRequest } from '#model/refusal.ts'

const names = new Set(integrations.flatMap(({ name, aliases = [] }) => [name, ...aliases]))

/** Most letters of a value. */
const longestValue = 1000

/**
 * Makes the configuration of an incoming webhook: the integration that it is meant for, and the secret by which the
 * service signs. Throws BAD_REQUEST for an unknown integration and for other fields.
 */
export function webhookService(
  name: string | undefined,
  data: Readonly<Record<string, string>> | undefined,
): BotService[] {
  const service_name = name ?? ''
  if (service_name !== '' && !names.has(service_name))
    throw badRequest(`Invalid integration '${service_name}'.`)
  const config_data = Object.fromEntries(Object.entries(data ?? {}).filter(([, value]) => value !== ''))
  for (const [key, value] of Object.entries(config_data)) {
    if (key !== 'webhook_secret')
      throw badRequest(`An incoming webhook has no configuration '${key}': it may have 'webhook_secret'.`)
    if (value.length > longestValue)
      throw badRequest(`webhook_secret is too long (limit: ${longestValue} characters).`)
  }
  return service_name === '' && Object.keys(config_data).length === 0 ? [] : [{ service_name, config_data }]
}
