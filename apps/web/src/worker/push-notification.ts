// Texts and addresses of pushed notifications. The server's payload is that of phones: feature levels 413 to 429.

interface Addressed {
  readonly realm_name: string
  readonly realm_url: string
  readonly user_id: number
}

interface PushedMessage extends Addressed {
  readonly type: 'message'
  readonly message_id: number
  readonly sender_full_name: string
  readonly sender_avatar_url: string
  /** UNIX seconds. */
  readonly time: number
  readonly content: string
}

/** Content of a push. */
export type Pushed =
  | (PushedMessage & {
      readonly recipient_type: 'channel'
      readonly channel_id: number
      readonly channel_name: string
      readonly topic: string
    })
  | (PushedMessage & { readonly recipient_type: 'direct'; readonly recipient_user_ids: readonly number[] })
  | (Addressed & { readonly type: 'remove'; readonly message_ids: readonly number[] })
  | (Addressed & { readonly type: 'test'; readonly time: number })

/** A notification as the browser shows it. */
export interface Shown {
  readonly title: string
  readonly options: {
    readonly body: string
    /** One for each conversation: a newer message replaces an older one, and a tab's notification its own. */
    readonly tag: string
    readonly icon: string
    readonly badge: string
    readonly timestamp: number
    readonly renotify: boolean
    readonly data: { readonly messageId: number; readonly address: string }
  }
}

const icon = '/apple-touch-icon.png'

/** Returns the notification for a push; undefined for one that takes others back. */
export function notificationFor(pushed: Pushed): Shown | undefined {
  if (pushed.type === 'remove') return undefined
  if (pushed.type === 'test') return testNotification(pushed)
  const { address, tag, title } = placeOf(pushed)
  const { content, message_id, sender_avatar_url, time } = pushed
  return {
    title,
    options: {
      body: content,
      tag,
      icon: sender_avatar_url.startsWith('/') ? sender_avatar_url : icon,
      badge: icon,
      timestamp: time * 1000,
      renotify: true,
      data: { messageId: message_id, address: `/${address}/near/${message_id}` },
    },
  }
}

/** It has no words: a worker does not know the language of the person. */
const testNotification = ({ realm_name, realm_url, time }: Extract<Pushed, { type: 'test' }>): Shown => ({
  title: realm_name,
  options: {
    body: realm_url.replace(/^https?:\/\//, ''),
    tag: 'tagma trial',
    icon,
    badge: icon,
    timestamp: time * 1000,
    renotify: true,
    data: { messageId: 0, address: '/' },
  },
})

type Message = Extract<Pushed, { type: 'message' }>

/** The conversation of a message, as an address and as the name that the page gives it, too (`keyOf`). */
function placeOf(message: Message): {
  readonly address: string
  readonly tag: string
  readonly title: string
} {
  const { sender_full_name: sender, user_id } = message
  if (message.recipient_type === 'channel') {
    const { channel_id, channel_name, topic } = message
    return {
      address: `#narrow/channel/${channel_id}/topic/${encode(topic)}`,
      tag: `${channel_id} ${topic.toLowerCase()}`,
      title: topic === '' ? `${sender} · #${channel_name}` : `${sender} · #${channel_name} › ${topic}`,
    }
  }
  const others = message.recipient_user_ids.filter((id) => id !== user_id)
  const people = others.length > 0 ? others : [user_id]
  return {
    address: `#narrow/dm/${people.join(',')}`,
    tag: `dm ${people.join()}`,
    title: sender,
  }
}

/** The code of addresses: a dot stands for the percent sign. */
const encode = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
