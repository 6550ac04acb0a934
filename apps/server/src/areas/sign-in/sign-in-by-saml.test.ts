import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { roles } from '@tagma/contract/roles.ts'
import * as samlify from 'samlify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { systemClock } from '#ports/clock.ts'
import { systemRandom } from '#ports/random.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import {
  bySamlRedirect,
  type AnswerParts,
  makeCertificate,
  persistentName,
  type SamlServer,
  samlServer,
} from '#test/saml-server.ts'
import { followStepPolicyJob } from './follow-step-policy-job.ts'

let idp: SamlServer
beforeAll(() => {
  idp = samlServer()
})
afterAll(() => idp.close())

async function organization(more: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const t = await testApp(
    idp.settings('CORP', {
      LABEL: 'Corp',
      DOMAINS: 'corp.example',
      TRUST_EMAIL: 'on',
      CREATE: 'on',
      ...more,
    }),
  )
  await t.given.user('olive', { role: 'owner' })
  // The provider lives by the real clock.
  t.clock.advance({ seconds: Math.floor((systemClock.now() - t.clock.now()) / 1000) })
  return t
}

const begin = '/accounts/login/social/saml/corp'
const codeOf = (body: string) => /Code (S-[\w-]+)/.exec(body)?.[1]
const person = (): AnswerParts & { readonly subject: string } => {
  const subject = systemRandom.uuid()
  return { subject, attributes: { email: `${subject}@corp.example`, name: 'Wera Weber' } }
}
/** A form of another site brings no cookie. */
const foreign = { cookie: '', 'sec-fetch-site': 'cross-site', origin: 'https://idp.example' }
const post = (browser: TestBrowser, fields: Readonly<Record<string, string>>) =>
  browser.request('POST', '/complete/corp/', fields, foreign)

async function location(browser: TestBrowser, url = begin): Promise<string> {
  const { status, headers } = await browser.request('GET', url)
  expect(status).toBe(303)
  return String(headers.location)
}

/** Signs in; returns what the last page answers. */
async function enter(browser: TestBrowser, parts: AnswerParts = person(), url = begin) {
  const posted = await post(browser, await idp.answer(await location(browser, url), parts))
  return posted.status === 303 ? browser.request('GET', String(posted.headers.location)) : posted
}
const ownUser = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).json

test('somebody new gets an account, and the same one at the next sign-in, whatever their address is then', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const wera = person()
  const entered = await enter(browser, wera, `${begin}?next=/%23recent`)
  expect([entered.status, entered.headers.location]).toEqual([303, '/#recent'])
  const { user_id: id, full_name: name } = await ownUser(browser)
  expect(name).toBe('Wera Weber')
  const again = new TestBrowser(t)
  await enter(again, { ...wera, attributes: { email: 'other@corp.example', name: 'Somebody' } })
  expect((await ownUser(again)).user_id).toBe(id)
  const settings = await t.as().call(getServerSettings, {})
  expect(settings.authentication_methods.saml).toBe(true)
  expect(settings.external_authentication_methods).toContainEqual({
    name: 'saml:corp',
    display_name: 'Corp',
    display_icon: null,
    login_url: begin,
    signup_url: '/accounts/register/social/saml/corp',
  })
})

test('an address that the provider is not trusted with makes no account, and one that is taken has to be proved', async () => {
  const t = await organization()
  const parts = (email: string) => ({ subject: systemRandom.uuid(), attributes: { email } })
  expect(codeOf((await enter(new TestBrowser(t), parts('wera@elsewhere.example'))).body)).toBe(
    'S-6-unverified',
  )
  const proved = await enter(new TestBrowser(t), parts('olive@example.com'))
  expect([proved.status, proved.headers.location]).toEqual([303, '/accounts/login/link/'])
})

test('an answer counts once, in the browser that asked, and for its own request', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const asked = await location(browser)
  const fields = await idp.answer(asked, person())
  const posted = await post(browser, fields)
  expect(codeOf((await post(browser, fields)).body)).toBe('S-0-invalid')
  // Led on in the browser of somebody else, who has asked for something too.
  const victim = new TestBrowser(t)
  await location(victim)
  const next = String(posted.headers.location)
  expect(codeOf((await victim.request('GET', next)).body)).toBe('S-1-browser')
  expect(codeOf((await new TestBrowser(t).request('GET', next)).body)).toBe('S-1-browser')
  expect((await browser.request('GET', next)).status).toBe(303)
  expect(codeOf((await browser.request('GET', next)).body)).toBe('S-1-browser')
})

test('two tabs of one assertion end with one sign-in', async () => {
  const t = await organization()
  const fields = await idp.answer(await location(new TestBrowser(t)), person())
  const answers = await Promise.all([1, 2, 3].map(() => post(new TestBrowser(t), fields)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 403, 403])
})

test('a sign-in that begins at the provider is refused, or asks first and goes to no other site', async () => {
  const party = (t: TestApp) => ({
    entityId: `http://${t.host}/saml/corp/metadata.xml`,
    answerUrl: `http://${t.host}/complete/corp/`,
  })
  const bring = async (t: TestApp, browser: TestBrowser, relayState: string) =>
    post(browser, {
      SAMLResponse: Buffer.from(await idp.respond(party(t), undefined, person())).toString('base64'),
      RelayState: relayState,
    })
  const strict = await organization()
  expect(codeOf((await bring(strict, new TestBrowser(strict), '')).body)).toBe('S-1-unsolicited')
  const t = await organization({ ALLOW_UNSOLICITED: 'on' })
  for (const [relayState, next] of [
    ['/#recent', '/#recent'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ] as const) {
    const browser = new TestBrowser(t)
    const posted = await bring(t, browser, relayState)
    const asked = await browser.request('GET', String(posted.headers.location))
    expect(asked.status).toBe(200)
    expect(asked.body).toContain('Wera Weber')
    expect(browser.cookie).toBeUndefined()
    const answer = must(/name="answer" value="([\w-]+)"/.exec(asked.body)?.[1], 'the form has the token')
    const elsewhere = await browser.request('POST', '/complete/corp/confirm', { answer }, foreign)
    expect(elsewhere.status).toBe(403)
    const entered = await browser.request('POST', '/complete/corp/confirm', { answer })
    expect([entered.status, entered.headers.location]).toEqual([303, next])
    expect(codeOf((await browser.request('POST', '/complete/corp/confirm', { answer })).body)).toBe(
      'S-1-browser',
    )
  }
})

test('an app for phones gets its token at the end of a sign-in by SAML', async () => {
  const t = await organization()
  const phone = new TestBrowser(t)
  const wera = person()
  const entered = await enter(phone, wera, `${begin}?mobile_flow_otp=${'a1'.repeat(32)}`)
  expect(entered.status).toBe(302)
  const url = new URL(String(entered.headers.location))
  expect([url.protocol, url.host, url.searchParams.get('email')]).toEqual([
    'zulip:',
    'login',
    `${wera.subject}@corp.example`,
  ])
  expect(url.searchParams.get('otp_encrypted_api_key')).toMatch(/^[\da-f]{64}$/)
})

const logoutRequest = (
  t: TestApp,
  {
    subject,
    session,
    id = `_${systemRandom.uuid()}`,
    issuer = idp.entityId,
    at = 0,
  }: {
    readonly subject?: string
    readonly session?: string
    readonly id?: string
    readonly issuer?: string
    readonly at?: number
  },
) =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date(t.clock.now() + at * 1000).toISOString()}" Destination="http://${t.host}/logout/corp/"><saml:Issuer>${issuer}</saml:Issuer>${subject === undefined ? '' : `<saml:NameID Format="${persistentName}">${subject}</saml:NameID>`}${session === undefined ? '' : `<samlp:SessionIndex>${session}</samlp:SessionIndex>`}</samlp:LogoutRequest>`
const pathOf = (url: string) => url.slice(url.indexOf('/', 'https://'.length))
const signedOut = (t: TestApp, xml: string, key = idp.key) =>
  pathOf(bySamlRedirect(`http://${t.host}/logout/corp/`, xml, key))

test('a signed request to sign out ends the sessions that it names, once, and is answered', async () => {
  const t = await organization()
  const wera = person()
  const [one, two, other] = [new TestBrowser(t), new TestBrowser(t), new TestBrowser(t)]
  await enter(one, wera)
  await enter(two, wera)
  await enter(other)
  const url = signedOut(t, logoutRequest(t, { subject: wera.subject, session: `session of ${wera.subject}` }))
  const answered = await new TestBrowser(t).request('GET', url)
  expect(answered.status).toBe(303)
  const back = new URL(String(answered.headers.location))
  expect(back.origin + back.pathname).toBe(`${idp.entityId}/out`)
  expect(back.searchParams.get('RelayState')).toBe('back')
  expect(back.searchParams.has('SAMLResponse')).toBe(true)
  const states = await Promise.all(
    [one, two, other].map(async (browser) => (await browser.call('GET', '/users/me')).status),
  )
  expect(states).toEqual([401, 401, 200])
  const later = new TestBrowser(t)
  await enter(later, wera)
  await new TestBrowser(t).request('GET', url)
  expect((await later.call('GET', '/users/me')).status).toBe(200)
})

test('a request to sign out that is forged, changed or old ends nothing', async () => {
  const t = await organization()
  const wera = person()
  const browser = new TestBrowser(t)
  await enter(browser, wera)
  const stranger = makeCertificate(dirname(idp.keyFile), 'stranger')
  const good = signedOut(t, logoutRequest(t, { subject: wera.subject }))
  const message = (url: string) => must(/SAMLRequest=([^&]+)/.exec(url)?.[1], 'there is a message')
  const bare = pathOf(
    bySamlRedirect(`http://${t.host}/logout/corp/`, logoutRequest(t, { subject: wera.subject }), undefined),
  )
  const harmless = signedOut(t, logoutRequest(t, { subject: 'nobody' }))
  for (const url of [
    bare,
    // Signed for nobody, and a second message beside it.
    `${harmless}&SAMLRequest=${message(bare)}`,
    harmless.replace(message(harmless), message(bare)),
    `${good}&more=1`,
    good.replace('RelayState=back', 'RelayState=elsewhere'),
    good.replace(
      /SigAlg=[^&]+/,
      `SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#rsa-sha1')}`,
    ),
    signedOut(
      t,
      logoutRequest(t, { subject: wera.subject }),
      createPrivateKey(readFileSync(stranger.keyFile)),
    ),
    signedOut(t, logoutRequest(t, { subject: wera.subject, issuer: 'https://evil.example' })),
    signedOut(t, logoutRequest(t, { subject: wera.subject, at: -3600 })),
    signedOut(t, logoutRequest(t, {})),
    signedOut(t, 'x'.repeat(100_000)),
    '/logout/corp/',
  ])
    expect([url.slice(0, 80), (await new TestBrowser(t).request('GET', url)).status]).toEqual([
      url.slice(0, 80),
      400,
    ])
  expect((await browser.call('GET', '/users/me')).status).toBe(200)
})

test('a set-up that does not work says which variable to mend, and lets nobody wait', async () => {
  const problemOf = async (more: Readonly<Record<string, string>>) =>
    must((await organization(more)).app.services.outside.saml.get('corp'), 'there is a provider').problem()
  const folder = dirname(idp.metadataFile)
  expect(await problemOf({})).toBeUndefined()
  expect(await problemOf({ METADATA_FILE: join(folder, 'none.xml') })).toMatch(
    /METADATA_FILE is .* cannot be read \(ENOENT\)/,
  )
  writeFileSync(join(folder, 'html.xml'), '<!doctype html><p>not found')
  expect(await problemOf({ METADATA_FILE: join(folder, 'html.xml') })).toMatch(
    /Check TAGMA_SIGN_IN_CORP_METADATA_FILE/,
  )
  const short = makeCertificate(folder, 'short', 10)
  writeFileSync(
    join(folder, 'short.xml'),
    idp.metadata.replace(
      /<X509Certificate>[^<]+/,
      `<X509Certificate>${readFileSync(short.certFile, 'utf8').replaceAll(/-----[^-]+-----|\s/g, '')}`,
    ),
  )
  expect(await problemOf({ METADATA_FILE: join(folder, 'short.xml') })).toMatch(
    /certificate of corp ends on \d{4}-\d\d-\d\d/,
  )
  const t = await organization({ METADATA_FILE: join(folder, 'none.xml') })
  expect(codeOf((await new TestBrowser(t).request('GET', begin)).body)).toBe('S-0-invalid')
})

test('samlify reads our signed request and metadata, and its answer lets somebody in', async () => {
  const own = makeCertificate(dirname(idp.keyFile), 'own')
  const t = await organization({ SP_KEY_FILE: own.keyFile, SP_CERT_FILE: own.certFile })
  samlify.setSchemaValidator({ validate: async () => 'not validated' })
  const { body, headers } = await new TestBrowser(t).request('GET', '/saml/corp/metadata.xml')
  expect(headers['content-type']).toContain('application/samlmetadata+xml')
  const sp = samlify.ServiceProvider({ metadata: body })
  const now = new Date()
  const statement = `<saml:AuthnStatement AuthnInstant="${now.toISOString()}" SessionIndex="s"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  const template = samlify.SamlLib.defaultLoginResponseTemplate
  const provider = samlify.IdentityProvider({
    metadata: idp.metadata.replace('<IDPSSODescriptor ', '<IDPSSODescriptor WantAuthnRequestsSigned="true" '),
    privateKey: readFileSync(idp.keyFile),
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    loginResponseTemplate: {
      ...template,
      context: template.context.replace('{AuthnStatement}', statement),
      attributes: [
        {
          name: 'email',
          valueTag: 'email',
          nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
          valueXsiType: 'xs:string',
        },
      ],
    },
  })
  const browser = new TestBrowser(t)
  const asked = new URL(await location(browser))
  const octetString = asked.search.slice(1).replace(/&Signature=.*$/, '')
  const query = Object.fromEntries(asked.searchParams)
  const { extract } = await provider.parseLoginRequest(sp, 'redirect', { query, octetString })
  expect(extract.issuer).toBe(`http://${t.host}/saml/corp/metadata.xml`)
  const answer = await provider.createLoginResponse(sp, { extract }, 'post', {}, (source) => {
    const id = `_${systemRandom.uuid()}`
    const values: Readonly<Record<string, string>> = {
      ID: id,
      AssertionID: `_${systemRandom.uuid()}`,
      Destination: `http://${t.host}/complete/corp/`,
      SubjectRecipient: `http://${t.host}/complete/corp/`,
      AssertionConsumerServiceURL: `http://${t.host}/complete/corp/`,
      Audience: `http://${t.host}/saml/corp/metadata.xml`,
      EntityID: `http://${t.host}/saml/corp/metadata.xml`,
      Issuer: idp.entityId,
      IssueInstant: now.toISOString(),
      ConditionsNotBefore: now.toISOString(),
      ConditionsNotOnOrAfter: new Date(now.getTime() + 300_000).toISOString(),
      SubjectConfirmationDataNotOnOrAfter: new Date(now.getTime() + 300_000).toISOString(),
      NameIDFormat: persistentName,
      NameID: id,
      InResponseTo: String(extract.request?.id),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      attrEmail: `samlify${id}@corp.example`,
    }
    return {
      id,
      context: samlify.SamlLib.replaceTagsByValue(source, values),
    }
  })
  const posted = await post(browser, { SAMLResponse: answer.context, RelayState: query.RelayState ?? '' })
  expect([posted.status, codeOf(posted.body)]).toEqual([303, undefined])
  expect((await browser.request('GET', String(posted.headers.location))).status).toBe(303)
  expect((await ownUser(browser)).email).toMatch(/^samlify/)
})

const python = '/usr/bin/python3'
const hasPysaml2 = existsSync('/usr/lib/python3/dist-packages/saml2') && existsSync('/usr/bin/xmlsec1')

/** `.ci/run` brings Debian's python3-pysaml2 and xmlsec1. */
test.skipIf(!hasPysaml2)(
  'pysaml2, which signs by xmlsec1, lets somebody in by one signature and by two',
  async () => {
    const own = makeCertificate(dirname(idp.keyFile), 'own-two')
    const t = await organization({ SP_KEY_FILE: own.keyFile, SP_CERT_FILE: own.certFile })
    const metadataFile = join(dirname(idp.keyFile), 'sp.xml')
    writeFileSync(metadataFile, (await new TestBrowser(t).request('GET', '/saml/corp/metadata.xml')).body)
    for (const [signResponse, signAssertion] of [
      [false, true],
      [true, true],
      [true, false],
    ]) {
      const browser = new TestBrowser(t)
      const asked = new URL(await location(browser))
      const subject = systemRandom.uuid()
      const output = execFileSync(python, [join(import.meta.dirname, '../../../test/saml-idp.py')], {
        input: JSON.stringify({
          entityId: idp.entityId,
          keyFile: idp.keyFile,
          certFile: idp.certFile,
          metadataFile,
          signOnUrl: `${idp.entityId}/sso`,
          query: Object.fromEntries(asked.searchParams),
          subject,
          attributes: { mail: `${subject}@corp.example`, displayName: `Paula ${subject.slice(0, 8)}` },
          signResponse,
          signAssertion,
        }),
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const { response } = JSON.parse(output.toString()) as { response: string }
      const posted = await post(browser, {
        SAMLResponse: response,
        RelayState: asked.searchParams.get('RelayState') ?? '',
      })
      expect([posted.status, codeOf(posted.body)]).toEqual([303, undefined])
      await browser.request('GET', String(posted.headers.location))
      expect((await ownUser(browser)).full_name).toBe(`Paula ${subject.slice(0, 8)}`)
    }
  },
)

test('groups and roles follow the attribute, which may be empty or missing', async () => {
  const t = await organization({ GROUPS: '*=*', GROUPS_ALLOW: 'team-[a-z]+', ROLES: 'chiefs=administrator' })
  const wera = person()
  const enterWith = async (attributes: Readonly<Record<string, string | readonly string[]>>) => {
    const browser = new TestBrowser(t)
    await enter(browser, { ...wera, attributes: { ...wera.attributes, ...attributes } })
    return Number((await ownUser(browser)).user_id)
  }
  const id = await enterWith({ memberOf: 'x', groups: ['team-a', 'team-1', 'chiefs', 'all'] })
  const standing = () => [
    t.directory.users.get(id)?.role,
    ...[...t.directory.groups.values()].flatMap(({ name, members }) => (members.has(id) ? name : [])),
  ]
  expect(standing()).toEqual([roles.administrator, 'team-a'])
  await enterWith({})
  expect(standing()).toEqual([roles.administrator, 'team-a'])
  // Entra names an address in the place of more than 150 groups.
  await enterWith({ 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.example' })
  expect(standing()).toEqual([roles.administrator, 'team-a'])
  const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 })
  expect(
    rows.flatMap(({ action, detail }) => (action === 'groups.absent' ? [JSON.parse(detail)] : [])),
  ).toEqual([
    { provider: 'corp', is_cut: false },
    { provider: 'corp', is_cut: true },
  ])
  await enterWith({ groups: 'team-b' })
  expect(standing()).toEqual([roles.member, 'team-b'])
  await enterWith({ groups: '' })
  expect(standing()).toEqual([roles.member])
})

test('an owner tries a provider out, and stays signed in as before', async () => {
  const t = await organization({ REQUIRED_GROUPS: 'staff' })
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  const browser = await new TestBrowser(t).enter({
    id: olive.id,
    email: olive.deliveryEmail,
    apiKey: olive.apiKey,
    name: 'olive',
  })
  const wera = person()
  const tryWith = async (groups: string) => {
    const asked = await location(browser, '/accounts/login/try/corp')
    const fields = await idp.answer(asked, { ...wera, attributes: { ...wera.attributes, groups } })
    const posted = await post(browser, fields)
    return (await browser.request('GET', String(posted.headers.location))).body
  }
  expect(await tryWith('staff')).toContain('Makes an account for Wera Weber')
  expect(await tryWith('others')).toContain('Refused (S-3-group)')
  expect((await ownUser(browser)).user_id).toBe(olive.id)
  expect(t.directory.userByEmail(`${wera.subject}@corp.example`)).toBeUndefined()
  const { json } = await browser.call('GET', '/tagma/sign_in_services')
  expect(json.services).toMatchObject([
    {
      kind: 'saml',
      metadata_url: `http://${t.host}/saml/corp/metadata.xml`,
      sign_out_url: `http://${t.host}/logout/corp/`,
      accounts: 0,
    },
  ])
})

test('the class of a sign-in stands for a second step where the settings say so, and no other class does', async () => {
  const t = await organization({ SECOND_FACTOR: 'claim', ACR: 'urn:example:gold' })
  const wera = person()
  const enterBy = async (authnContextClassRef: string) => {
    const browser = new TestBrowser(t)
    const { headers } = await enter(browser, { ...wera, more: { authnContextClassRef } })
    return [headers.location, browser.cookie !== undefined]
  }
  expect(await enterBy('urn:example:gold')).toEqual(['/', true])
  const group = t.directory.systemGroup('role:members').id
  await t.given.settings({ second_factor_required_group: group, second_factor_grace_days: 0 })
  await followStepPolicyJob.run(t.app.services, t.organizationId)
  expect(await enterBy('urn:example:gold')).toEqual(['/', true])
  expect(await enterBy('urn:oasis:names:tc:SAML:2.0:ac:classes:Password')).toEqual([
    '/accounts/login/set-up/',
    false,
  ])
})
