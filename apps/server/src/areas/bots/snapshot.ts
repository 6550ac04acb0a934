import { integrations } from '@tagma/integrations/integrations.ts'
import type { RegistrationPart, Snapshot } from '#call/snapshot.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import { loadCommands } from '#store/people/bot-commands.ts'
import { loadBots, noConfiguration } from '#store/people/bots.ts'
import type { Db } from '#store/sql/db.ts'
import { presentBot } from './present.ts'
import { maySeeBot } from './rules.ts'

/** The integrations, as clients that make bots list them. */
const webhookServices = integrations.map(({ name, label, events, options, signature }) => ({
  name,
  display_name: label,
  all_event_types: events === null ? null : [...events],
  config_options: [],
  url_options: [
    ...Object.entries(options).map(([key, option]) => ({
      key,
      label: option.label,
      input_type: option.kind === 'flag' ? 'bool' : 'text',
    })),
    ...(signature
      ? [{ key: 'webhook_secret', label: 'Secret that signs payloads', input_type: 'text' }]
      : []),
  ],
}))

/** The bots' part of the registration response. */
export const botSnapshot: Snapshot = async ({ db, directory, user, wants, options }) => {
  const catalogues: RegistrationPart = {
    ...(wants('realm_embedded_bots') ? { realm_embedded_bots: [] } : {}),
    ...(wants('realm_incoming_webhook_bots') ? { realm_incoming_webhook_bots: webhookServices } : {}),
  }
  if (wants('tagma_commands') && options.capabilities.tagma_commands)
    catalogues.tagma_commands = await presentCommands(db, directory)
  if (!wants('realm_bot')) return catalogues
  const configurations = await loadBots(db, directory.organization.id)
  const bots = [...directory.users.values()].filter(
    (bot) => bot.botType !== null && !isSystemBot(bot) && maySeeBot(user, bot),
  )
  return {
    ...catalogues,
    realm_bots: bots.map((bot) =>
      presentBot(directory, bot.id, configurations.get(bot.id) ?? noConfiguration),
    ),
  }
}

async function presentCommands(db: Db, directory: OrganizationDirectory) {
  const rows = await loadCommands(db, directory.organization.id)
  return [...Map.groupBy(rows, ({ userId }) => userId)].map(([user_id, own]) => ({
    user_id,
    commands: own.map(({ command }) => command),
  }))
}
