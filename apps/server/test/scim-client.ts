import { createScimClient } from '@tagma/contract/endpoints/provisioning/create-scim-client.ts'
import { type TestApp, testApp } from './app.ts'
import type { TestUser } from './given.ts'

type Json = Readonly<Record<string, unknown>>

export interface ScimAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The body; empty where the answer has none. */
  readonly json: Json
  /** Resources of a list. */
  readonly resources: readonly Json[]
}

/** A program that provisions by SCIM. */
export class TestScimClient {
  readonly id: number
  readonly secret: string
  readonly #test: TestApp

  constructor(test: TestApp, { id, secret }: { readonly id: number; readonly secret: string }) {
    this.#test = test
    this.id = id
    this.secret = secret
  }

  get(path: string): Promise<ScimAnswer> {
    return this.send('GET', path)
  }

  /** Sends a request; a text goes as it is. */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ScimAnswer> {
    const response = await this.#test.app.http.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        host: this.#test.host,
        authorization: `Bearer ${this.secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const json = (response.body === '' ? {} : JSON.parse(response.body)) as Json
    return {
      status: response.statusCode,
      headers: response.headers,
      json,
      resources: (json.Resources ?? []) as Json[],
    }
  }

  /** Makes a person and returns the id. */
  async person(userName: string, displayName: string, more: object = {}): Promise<string> {
    const { status, json } = await this.send('POST', '/Users', {
      userName,
      displayName,
      active: true,
      ...more,
    })
    if (status !== 201) throw new Error(`No person was made: ${JSON.stringify(json)}`)
    return String(json.id)
  }

  /** Makes a group and returns the id. */
  async group(
    displayName: string,
    members: readonly (string | number)[] = [],
    more: object = {},
  ): Promise<string> {
    const { status, json } = await this.send('POST', '/Groups', {
      displayName,
      members: members.map((value) => ({ value: String(value) })),
      ...more,
    })
    if (status !== 201) throw new Error(`No group was made: ${JSON.stringify(json)}`)
    return String(json.id)
  }
}

/** An organization with an owner, and a client that provisions its people. */
export async function scimScene(environment?: Readonly<Record<string, string>>) {
  const t = await testApp(environment)
  const owner = await t.given.user('olive', { role: 'owner' })
  await t.given.mayCreateUsers(owner)
  await t.given.mayChangeEmails(owner)
  /** Makes a further client, of the owner unless another one is named. */
  const client = async (name: string, more: { may_touch_owners?: boolean } = {}, by: TestUser = owner) =>
    new TestScimClient(
      t,
      await t.as(by).call(createScimClient, { name, password: `password of ${by.name}`, ...more }),
    )
  return { t, owner, client, okta: await client('Okta') }
}
