import type { Args } from '@tagma/contract/define.ts'
import type { createBot as endpoint } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { type BotService, botTypes } from '@tagma/contract/objects/bot.ts'
import { nameProblem, nameTakenProblem } from '#areas/accounts/account-rules.ts'
import { createUser } from '#areas/accounts/create-user.ts'
import { scaleAvatar, setAvatar } from '#areas/users/set-avatar.ts'
import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { type BotConfiguration, noConfiguration, saveBot } from '#store/people/bots.ts'
import { botAddress } from './bot-address.ts'
import { configure } from './configure.ts'
import { presentBot } from './present.ts'
import { initialRole, mayCreateBot, payloadUrlProblem } from './rules.ts'
import { observersOf } from './tell-bot.ts'
import { webhookService } from './webhook-service.ts'

type Arguments = Args<typeof endpoint>

/** Makes a bot that belongs to the caller. */
export async function createBot(
  { caller, directory, db, services, transact }: Call,
  args: Arguments,
): Promise<{ bot: UserRecord; configuration: BotConfiguration }> {
  if (!mayCreateBot(directory, caller, args.bot_type)) throw badRequest('Insufficient permission')
  const fullName = args.full_name.trim()
  const problem = nameProblem(fullName) ?? nameTakenProblem(directory, fullName)
  if (problem !== undefined) throw badRequest(problem)
  const email = botAddress(services.config, directory, args.short_name)
  const configuration = await configure(
    db,
    directory,
    caller,
    { ...noConfiguration, services: serviceOf(args, services.time.random.token(32)) },
    args,
  )
  const picture =
    args.file.length > 0 ? await scaleAvatar(services, directory.organization.id, args.file) : undefined
  const bot = await transact(async (tx) => {
    if (directory.userByEmail(email)) throw badRequest('Email is already in use.')
    const made = await createUser(tx, directory, services.time.random, {
      email,
      fullName,
      role: initialRole(caller),
      passwordHash: null,
      botType: args.bot_type,
      botOwnerId: caller.id,
    })
    await saveBot(tx, made.id, configuration)
    tx.emit(
      { type: 'realm_bot', op: 'add', bot: presentBot(directory, made.id, configuration) },
      observersOf(directory, caller.id),
    )
    return made
  })
  return { bot: picture ? await setAvatar(services, directory, bot.id, picture) : bot, configuration }
}

function serviceOf(args: Arguments, token: string): BotService[] {
  if (args.bot_type === botTypes.outgoingWebhook) {
    const problem = payloadUrlProblem(args.payload_url)
    if (problem !== undefined) throw badRequest(problem)
    return [{ base_url: args.payload_url, interface: args.interface_type, token }]
  }
  if (args.bot_type === botTypes.incomingWebhook) return webhookService(args.service_name, args.config_data)
  // The server has none to run: `realm_embedded_bots` is empty.
  if (args.bot_type === botTypes.embedded) throw badRequest('Embedded bots are not enabled.')
  return []
}
