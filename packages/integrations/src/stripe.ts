import * as z from 'zod'
import { integration, type Post, unsupported } from './integration.ts'
import { stripeSignature } from './signature.ts'

const subject = z.looseObject({
  id: z.string().default(''),
  object: z.string().default(''),
  amount: z.number().nullish(),
  amount_due: z.number().nullish(),
  amount_refunded: z.number().nullish(),
  currency: z.string().nullish(),
  customer: z.string().nullish(),
  status: z.string().nullish(),
  email: z.string().nullish(),
  charge: z.string().nullish(),
  payment_intent: z.string().nullish(),
  purpose: z.string().nullish(),
  trial_end: z.number().nullish(),
  due_date: z.number().nullish(),
  description: z.string().nullish(),
})
type Subject = z.output<typeof subject>

const wholeCurrencies = new Set('bif,clp,djf,gnf,jpy,kmf,krw,mga,pyg,rwf,ugx,vnd,vuv,xaf,xof,xpf'.split(','))

/** `1.00 AUD`; currencies without cents have no decimals. */
function money(amount: number, currency: string | null | undefined): string {
  const code = (currency ?? '').toLowerCase()
  return `${wholeCurrencies.has(code) ? amount : (amount / 100).toFixed(2)} ${code.toUpperCase()}`.trim()
}

/** Folders of Stripe's dashboard, by the first part of an event. */
const folders: Readonly<Record<string, string>> = {
  charge: 'payments',
  payment_intent: 'payments',
  customer: 'customers',
  invoice: 'invoices',
  invoiceitem: 'invoiceitems',
  payout: 'payouts',
  dispute: 'disputes',
  refund: 'refunds',
  subscription: 'subscriptions',
  discount: 'customers',
  file: 'files',
  product: 'products',
  price: 'prices',
  transfer: 'connect/transfers',
}

const words = (text: string) => text.replaceAll('_', ' ')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Fields that say nothing to people, and change by themselves. */
const technical = new Set(['pending_webhooks', 'updated', 'livemode'])

function changeLines(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(before)
    .filter((key) => !technical.has(key))
    .flatMap((key) => {
      const now = after[key]
      return typeof now === 'object' && now !== null
        ? []
        : [
            `* ${capital(words(key))} is now ${(typeof now === 'string' ? now : JSON.stringify(now ?? 'unset')).slice(0, 200)}`,
          ]
    })
}

function topicOf(kind: string, { customer, id }: Subject): string {
  if (customer) return customer
  if (kind === 'customer') return id
  if (kind === 'file') return 'files'
  if (kind === 'account') return 'account updates'
  return `${words(kind)}s`
}

interface Act {
  readonly kind: string
  readonly verb: string
  readonly about: Subject
}

function sentence({ kind, verb, about }: Act): string {
  const folder = folders[kind]
  const label = capital(words(kind))
  const id =
    kind === 'dispute' || kind === 'refund' ? (about.charge ?? about.payment_intent ?? about.id) : about.id
  const place = kind === 'dispute' ? 'disputes' : kind === 'refund' ? 'refunds' : folder
  const link =
    place === undefined || id === '' ? label : `[${label}](https://dashboard.stripe.com/${place}/${id})`
  const amount =
    about.amount_due ?? (verb.startsWith('refund') ? about.amount_refunded : undefined) ?? about.amount
  const sum = amount == null || kind === 'customer' ? '' : ` for ${money(amount, about.currency)}`
  return `${link}${sum} ${words(verb)}`
}

export const stripe = integration({
  name: 'stripe',
  label: 'Stripe',
  group: 'money',
  setup:
    'In Stripe, open **Developers → Webhooks → Add endpoint**, paste the address as **Endpoint URL**, choose the events, and add the signing secret to the address as `webhook_secret`.',
  events: [
    'account',
    'charge',
    'customer',
    'discount',
    'dispute',
    'file',
    'invoice',
    'invoiceitem',
    'payment_intent',
    'payout',
    'price',
    'product',
    'refund',
    'subscription',
    'transfer',
  ],
  signature: stripeSignature,
  deliveryId: ({ payload }) => z.looseObject({ id: z.string() }).safeParse(payload).data?.id,
  payload: z.looseObject({
    type: z.string(),
    data: z.looseObject({
      object: subject,
      previous_attributes: z.record(z.string(), z.unknown()).nullish(),
    }),
  }),
  read({ payload }): Post | [] {
    const parts = payload.type.split('.')
    const verb = parts.at(-1) ?? ''
    // `charge.dispute.created` is about the dispute.
    const kind = parts.length > 2 ? (parts[1] ?? '') : (parts[0] ?? '')
    const { object: about, previous_attributes: before } = payload.data
    if (kind !== 'account' && folders[kind] === undefined) return unsupported(payload.type)
    if (kind === 'invoice' && ['upcoming', 'sent'].includes(verb)) return unsupported(payload.type)
    const changes = before ? changeLines(before, about) : []
    if (verb === 'updated' && changes.length === 0) return []
    const name = kind === 'account' ? 'Account' : sentence({ kind, verb, about })
    const email = kind === 'customer' && verb === 'created' && about.email ? `\n* Email: ${about.email}` : ''
    const head = kind === 'account' ? `${name} ${words(verb)}` : name
    const list = verb === 'updated' ? `\n${changes.join('\n')}` : ''
    return { event: kind, topic: topicOf(kind, about), content: `${head}${email}${list}` }
  },
})
