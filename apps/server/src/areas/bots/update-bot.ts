import type { Args } from '@tagma/contract/define.ts'
import type { updateBot as endpoint } from '@tagma/contract/endpoints/bots/update-bot.ts'
import { type BotService, botTypes } from '@tagma/contract/objects/bot.ts'
import { isAdministrator, outranks } from '@tagma/rules/roles.ts'
import { changeName } from '#areas/users/change-name.ts'
import { changeRole } from '#areas/users/change-role.ts'
import { requireGrantableRole } from '#areas/users/role-rules.ts'
import { requireAvatarRight, scaleAvatar, setAvatar } from '#areas/users/set-avatar.ts'
import { findUser } from '#areas/users/visibility.ts'
import type { Call } from '#call/call.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { type BotConfiguration, loadBots, noConfiguration, saveBot } from '#store/people/bots.ts'
import { updateUser } from '#store/people/users.ts'
import { botAddress } from './bot-address.ts'
import { configure } from './configure.ts'
import { findBot } from './find-bot.ts'
import { presentBot } from './present.ts'
import { mayGiveBot, payloadUrlProblem } from './rules.ts'
import { observersOf } from './tell-bot.ts'
import { webhookService } from './webhook-service.ts'

type Arguments = Args<typeof endpoint>

/** Changes a bot that the caller administers: everything asked for, or nothing. The picture comes last. */
export async function updateBot(
  { caller, directory, services, transact }: Call,
  args: Arguments,
): Promise<{ bot: UserRecord; configuration: BotConfiguration }> {
  findBot(directory, caller, args.bot_id)
  if (args.file.length > 0) requireAvatarRight(directory, caller)
  const picture =
    args.file.length > 0 ? await scaleAvatar(services, directory.organization.id, args.file) : undefined
  const changed = await transact(async (tx) => {
    const actor = directory.users.get(caller.id) ?? caller
    const bot = findBot(directory, actor, args.bot_id)
    const owner =
      args.bot_owner_id === undefined || args.bot_owner_id === bot.botOwnerId
        ? undefined
        : await newOwner(tx, directory, actor, { ...bot, role: args.role ?? bot.role }, args.bot_owner_id)
    if (args.short_name !== undefined)
      await changeAddress(tx, directory, bot, botAddress(services.config, directory, args.short_name))
    if (args.full_name !== undefined) await changeName(tx, directory, bot, args.full_name)
    if (args.role !== undefined && args.role !== bot.role) {
      if (!isAdministrator(actor)) throw badRequest('Must be an organization administrator')
      const owned = owner ? { ...bot, botOwnerId: owner.id } : bot
      await changeRole(tx, directory, bot, requireGrantableRole(directory, actor, owned, args.role))
    }
    const old = (await loadBots(tx.db, tx.organizationId)).get(bot.id) ?? noConfiguration
    const configuration = await configure(
      tx.db,
      directory,
      actor,
      { ...old, services: servicesOf(bot, old, args) },
      args,
    )
    await tellConfiguration(tx, directory, bot, old, configuration)
    if (owner) await giveBot(tx, directory, bot, owner, configuration)
    return { bot, configuration }
  })
  if (picture) await setAvatar(services, directory, args.bot_id, picture)
  return { ...changed, bot: directory.users.get(args.bot_id) ?? changed.bot }
}

/** Gives a bot another address. Throws BAD_REQUEST if somebody else has it. */
async function changeAddress(
  tx: Tx,
  directory: OrganizationDirectory,
  bot: UserRecord,
  email: string,
): Promise<void> {
  if (email === bot.deliveryEmail) return
  const other = directory.userByEmail(email)
  if (other && other.id !== bot.id) throw badRequest('Email is already in use.')
  await updateUser(tx, bot.id, { email, delivery_email: email, email_key: email })
  tx.audit('user.email', { kind: 'user', id: bot.id })
  tx.emit({ type: 'realm_user', op: 'update', about: 'email', user_id: bot.id }, { everyone: true })
}

/**
 * Finds the new owner of a bot. Throws BAD_REQUEST unless the caller may give it away and the new owner may have it.
 */
async function newOwner(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  bot: UserRecord,
  ownerId: number,
): Promise<UserRecord> {
  if (!mayGiveBot(caller, ownerId)) throw badRequest('Must be an organization administrator')
  const owner = await findUser(tx.db, directory, caller, ownerId)
  if (!owner?.isActive) throw badRequest('Failed to change owner, no such user')
  if (owner.botType !== null) throw badRequest("Failed to change owner, bots can't own other bots")
  if (outranks(bot, owner))
    throw badRequest(
      "Failed to change owner, a bot cannot have a role above its owner's: lower its role first.",
    )
  return owner
}

function servicesOf(bot: UserRecord, { services }: BotConfiguration, args: Arguments): BotService[] {
  if (bot.botType === botTypes.incomingWebhook) {
    const old = services.find((service) => 'config_data' in service)
    return webhookService(args.service_name ?? old?.service_name, {
      ...old?.config_data,
      ...args.config_data,
    })
  }
  return services.map((service) => {
    if ('base_url' in service) {
      const base_url = args.service_payload_url ?? service.base_url
      const problem = payloadUrlProblem(base_url)
      if (problem !== undefined) throw badRequest(problem)
      return { ...service, base_url, interface: args.service_interface ?? service.interface }
    }
    return { ...service, config_data: { ...service.config_data, ...args.config_data } }
  })
}

async function tellConfiguration(
  tx: Tx,
  directory: OrganizationDirectory,
  bot: UserRecord,
  old: BotConfiguration,
  changed: BotConfiguration,
): Promise<void> {
  if (JSON.stringify(old) === JSON.stringify(changed)) return
  await saveBot(tx, bot.id, changed)
  tx.audit('bot.configuration', { kind: 'user', id: bot.id })
  tx.emit(
    { type: 'realm_bot', op: 'update', bot: presentBot(directory, bot.id, changed) },
    observersOf(directory, bot.botOwnerId),
  )
}

async function giveBot(
  tx: Tx,
  directory: OrganizationDirectory,
  bot: UserRecord,
  owner: UserRecord,
  configuration: BotConfiguration,
): Promise<void> {
  await updateUser(tx, bot.id, { bot_owner_id: owner.id })
  tx.audit('bot.owner', { kind: 'user', id: bot.id }, { from: bot.botOwnerId, to: owner.id })
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: bot.id, bot_owner_id: owner.id } },
    { everyone: true },
  )
  const old = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId)
  if (old && !isAdministrator(old))
    tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, { users: [old.id] })
  if (!isAdministrator(owner))
    tx.emit(
      { type: 'realm_bot', op: 'add', bot: presentBot(directory, bot.id, configuration) },
      { users: [owner.id] },
    )
}
