/** How a service proves that a payload comes from it, with a secret that both sides know. */
export interface Signature {
  /** Headers that may hold the signature, in small letters; the first one that is there counts. */
  readonly headers: readonly string[]
  /** `plain`: the header is the secret itself. */
  readonly algorithm: 'sha256' | 'sha1' | 'plain'
  readonly encoding?: 'hex' | 'base64'
  /** Finds the signatures in the header: one of them has to be right. */
  readonly find?: (value: string) => readonly string[]
  /** The text that is signed before the body. Undefined if a part of it is missing. */
  readonly before?: (header: (name: string) => string | undefined) => string | undefined
  /** True if the address that the service calls is signed behind the body. */
  readonly coversAddress?: true
  /** Finds the time of signing in UNIX seconds. One that is more than five minutes away is refused. */
  readonly signedAt?: (header: (name: string) => string | undefined) => number | undefined
}

/** The parts of a list such as `t=1,v1=abc` that have a key. */
const partsOf = (value: string, key: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => (part.startsWith(`${key}=`) ? [part.slice(key.length + 1)] : []))

const hexIn = (...headers: string[]): Signature => ({ headers, algorithm: 'sha256', encoding: 'hex' })

/** `sha256=` and the HMAC of the body: GitHub, Bitbucket, Jira. */
export const hubSignature: Signature = {
  ...hexIn('x-hub-signature-256', 'x-hub-signature'),
  find: (value) => partsOf(value, 'sha256'),
}

/** Gitea, Forgejo and Gogs. */
export const giteaSignature = hexIn('x-forgejo-signature', 'x-gitea-signature', 'x-gogs-signature')

export const linearSignature = hexIn('linear-signature')

export const sentrySignature = hexIn('sentry-hook-signature')

/** The secret itself. */
export const gitlabToken: Signature = { headers: ['x-gitlab-token'], algorithm: 'plain' }

const listOfV1 = (header: string): Signature => ({ ...hexIn(header), find: (value) => partsOf(value, 'v1') })

export const pagerDutySignature = listOfV1('x-pagerduty-signature')

export const circleSignature = listOfV1('circleci-signature')

/** The body, or time and body where the sender adds the time. */
export const grafanaSignature: Signature = {
  ...hexIn('x-grafana-alerting-signature'),
  before: (header) => {
    const time = header('x-grafana-alerting-timestamp')
    return time === undefined ? '' : `${time}:`
  },
  signedAt: (header) => {
    const time = header('x-grafana-alerting-timestamp')
    return time === undefined ? undefined : Number(time)
  },
}

const stripeTime = (header: (name: string) => string | undefined) =>
  partsOf(header('stripe-signature') ?? '', 't')[0]

export const stripeSignature: Signature = {
  ...listOfV1('stripe-signature'),
  before: (header) => {
    const time = stripeTime(header)
    return time === undefined ? undefined : `${time}.`
  },
  signedAt: (header) => Number(stripeTime(header)),
}

/** The specification that calls itself Standard Webhooks. */
export const standardSignature: Signature = {
  headers: ['webhook-signature'],
  algorithm: 'sha256',
  encoding: 'base64',
  find: (value) => value.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : [])),
  before: (header) => `${header('webhook-id') ?? ''}.${header('webhook-timestamp') ?? ''}.`,
  signedAt: (header) => Number(header('webhook-timestamp')),
}

/** Body and address. */
export const trelloSignature: Signature = {
  headers: ['x-trello-webhook'],
  algorithm: 'sha1',
  encoding: 'base64',
  coversAddress: true,
}
