import type { Input } from '@tagma/contract/define.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import type { OrganizationSettings } from '@tagma/contract/settings/organization-settings.ts'
import { createAccount } from '#areas/accounts/create-account.ts'
import { createUser } from '#areas/accounts/create-user.ts'
import type { ChannelRecord } from '#model/records.ts'
import { systemRandom } from '#ports/random.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { updateUser } from '#store/people/users.ts'
import type { Account, TestApp } from './app.ts'

type RoleName = keyof typeof roles

/** A user of a test, with all it needs to call and to address them. */
export interface TestUser extends Account {
  readonly name: string
}

/** Builds the beginning of a test. Everything left out has one sensible value. */
export class Given {
  readonly #test: Omit<TestApp, 'given'>
  #channels = 0

  constructor(test: Omit<TestApp, 'given'>) {
    this.#test = test
  }

  /** Makes a person. Their password is `password of <name>`. */
  async user(name: string, { role = 'member' }: { role?: RoleName } = {}): Promise<TestUser> {
    const { app, organizationId, directory } = this.#test
    const passwordHash = await app.services.outside.passwords.hash(`password of ${name}`)
    const record = await app.services.data.transact(organizationId, (tx) =>
      createAccount(tx, directory, systemRandom, {
        email: `${name}@example.com`,
        fullName: name,
        role: roles[role],
        passwordHash,
      }),
    )
    return { id: record.id, email: record.email, apiKey: record.apiKey, name }
  }

  /** Signs a user in, and returns them with the API key from it. */
  async signedIn(user: TestUser): Promise<TestUser> {
    const { api_key } = await this.#test
      .as()
      .call(fetchApiKey, { username: user.email, password: `password of ${user.name}` })
    return { ...user, apiKey: api_key }
  }

  /** Makes several members, by name. */
  async members<N extends string>(...names: N[]): Promise<Record<N, TestUser>> {
    const users: Partial<Record<N, TestUser>> = {}
    for (const name of names) users[name] = await this.user(name)
    return users as Record<N, TestUser>
  }

  /** Makes one user of each role, named for it. */
  async everyRole(): Promise<Record<RoleName, TestUser>> {
    const users: Partial<Record<RoleName, TestUser>> = {}
    for (const role of Object.keys(roles) as RoleName[]) users[role] = await this.user(role, { role })
    return users as Record<RoleName, TestUser>
  }

  /** Makes a bot; a generic one by default. */
  async bot(
    name: string,
    owner: Account,
    { type = 'generic' }: { type?: keyof typeof botTypes } = {},
  ): Promise<TestUser> {
    const { app, organizationId, directory } = this.#test
    const record = await app.services.data.transact(organizationId, (tx) =>
      createUser(tx, directory, systemRandom, {
        email: `${name}-bot@example.com`,
        fullName: name,
        role: 400,
        passwordHash: null,
        botType: botTypes[type],
        botOwnerId: owner.id,
      }),
    )
    return { id: record.id, email: record.email, apiKey: record.apiKey, name }
  }

  /** Lets a user make accounts for others, as `tagma grant` does. */
  async mayCreateUsers(user: Account): Promise<void> {
    const { app, organizationId } = this.#test
    await app.services.data.transact(organizationId, (tx) => updateUser(tx, user.id, { can_create_users: 1 }))
  }

  /** Lets a user change the addresses of others, as `tagma grant` does. */
  async mayChangeEmails(user: Account): Promise<void> {
    const { app, organizationId } = this.#test
    await app.services.data.transact(organizationId, (tx) =>
      updateUser(tx, user.id, { can_change_user_emails: 1 }),
    )
  }

  /** Makes the organization a demo one that ends at a UNIX time in seconds. */
  async demo(deletionAt: number): Promise<void> {
    const { app, organizationId } = this.#test
    await app.services.data.transact(organizationId, (tx) =>
      updateOrganization(tx, { demo_deletion_at: deletionAt }),
    )
  }

  /** Sets the organization's settings; settings left out get their initial values. */
  async settings(settings: Partial<OrganizationSettings>): Promise<void> {
    const { app, organizationId } = this.#test
    await app.services.data.transact(organizationId, (tx) =>
      updateOrganization(tx, { settings: JSON.stringify(settings) }),
    )
  }

  /** Makes a channel with the given subscribers; the first of them is its creator. */
  async channel(
    subscribers: readonly Account[],
    options: { name?: string } & Partial<Omit<Input<typeof subscribe>, 'subscriptions' | 'principals'>> = {},
  ): Promise<ChannelRecord> {
    const { name = `channel ${++this.#channels}`, ...rest } = options
    const [creator, ...others] = subscribers
    if (!creator) throw new Error('A channel needs somebody who makes it')
    await this.#test.as(creator).call(subscribe, {
      subscriptions: [{ name }],
      principals: [creator, ...others].map((user) => user.id),
      send_new_subscription_messages: false,
      ...rest,
    })
    const channel = this.#test.directory.channelByName(name)
    if (!channel) throw new Error(`The channel ${name} was not made`)
    return channel
  }

  /** Sends a message to a channel or to people; returns its id. */
  async message(
    sender: Account,
    to: ChannelRecord | readonly Account[],
    { content = 'Hello', topic = 'greetings' } = {},
  ): Promise<number> {
    const { id } = await this.#test
      .as(sender)
      .call(
        sendMessage,
        'name' in to
          ? { type: 'channel', to: to.id, topic, content }
          : { type: 'direct', to: to.map((user) => user.id), content },
      )
    return id
  }
}
