import type { Message } from '@tagma/sync/messages/message.ts'
import { Star } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Avatar } from '#parts/avatar/avatar.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { memo } from '#parts/memo.ts'
import { t } from '#words/words.ts'
import { MessageActions } from './message-actions.tsx'
import type { MessageActs, Sending } from './message-acts.ts'
import { MessageHtml } from './message-html.tsx'
import { Reactions } from './reactions.tsx'
import type { Reader } from './reader.ts'
import { SendingState } from './sending-state.tsx'
import { widgetOf } from './widget-state.ts'

const Widget = lazy(async () => (await import('./widget.tsx')).Widget)
const MessageButtons = lazy(async () => (await import('./message-buttons.tsx')).MessageButtons)

/** The parts of a message's sender that the list shows. */
export interface Sender {
  readonly user_id: number
  readonly full_name: string
  readonly avatar_url?: string | null | undefined
  readonly is_bot: boolean
  readonly is_guest: boolean
}

export interface MessageRowProps {
  readonly message: Message
  readonly sender: Sender | undefined
  readonly reader: Reader
  readonly acts: MessageActs
  readonly isHead: boolean
  readonly isFirstUnread: boolean
  /** Whether the pointer or the focus is here: then the actions are shown. */
  readonly isActive: boolean
  readonly isTabStop: boolean
  /** Whether it is selected; undefined while nothing is. */
  readonly selecting: boolean | undefined
  /** Whether it was asked for by its address: it is marked for a moment. */
  readonly isNamed: boolean
  /** Why only the beginning of the message is shown. `none`: it is shown whole. `unfolded`: it is long, and shown whole. */
  readonly fold: 'none' | 'long' | 'unfolded' | 'collapsed' | 'muted'
  readonly onFold: (id: number, isFolded: boolean) => void
  readonly sending: Sending | undefined
  /** The HTML with the words of a search marked. */
  readonly match: string | undefined
  /** Stands in place of the text: the box in which it is edited. */
  readonly editor?: ComponentChildren
}

/** A message. Its name is sender and time, its description the text and the marks. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, sender, reader, acts, isHead, isActive, isNamed, sending } = props
  const name = sender?.full_name ?? t('message.unknown-person')
  const time = reader.times.time(message.timestamp)
  const ids = { text: `message-${message.id}-text`, marks: `message-${message.id}-marks` }
  const showsHead = isHead || message.is_me_message
  return (
    <article
      class={classes(props, showsHead)}
      data-id={message.id}
      aria-label={`${name}, ${time}`}
      aria-describedby={`${ids.text} ${ids.marks}`}
      onClick={props.selecting === undefined ? undefined : (event) => selectByClick(event, message, acts)}
      tabIndex={props.isTabStop ? 0 : -1}
    >
      {props.isFirstUnread && (
        <div class="new-messages" role="separator" aria-label={t('message.new-messages')}>
          <span>{t('message.new-messages')}</span>
        </div>
      )}
      <div class="message-side">
        {props.selecting !== undefined && (
          <input
            type="checkbox"
            class="message-check"
            aria-label={t('message.select')}
            tabIndex={-1}
            checked={props.selecting}
            onChange={() => acts.select(message)}
          />
        )}
        {showsHead ? (
          <button
            type="button"
            class="message-person"
            tabIndex={-1}
            aria-hidden="true"
            onClick={(event) => acts.openPerson(message.sender_id, event.currentTarget)}
          >
            <Avatar
              userId={message.sender_id}
              name={name}
              url={sender?.avatar_url}
              isBot={sender?.is_bot ?? false}
            />
          </button>
        ) : (
          <Time message={message} reader={reader} />
        )}
      </div>
      <div class="message-main">
        {showsHead && <Head {...props} name={name} />}
        <Body {...props} id={ids.text} />
        <Marks message={message} reader={reader} acts={acts} id={ids.marks} sending={sending} />
        <Reactions message={message} reader={reader} acts={acts} />
      </div>
      {isActive &&
        !reader.isSpectator &&
        !sending &&
        props.editor === undefined &&
        props.selecting === undefined && <MessageActions message={message} acts={acts} />}
      {isNamed && <span class="hidden-visually">{t('message.named')}</span>}
    </article>
  )
})

/** Selects a message where it is pressed, while others are selected. Its links and buttons go on working. */
function selectByClick({ target }: MouseEvent, message: Message, acts: MessageActs): void {
  if (target instanceof Element && !target.closest('a, button, input, summary, video, audio'))
    acts.select(message)
}

function classes(
  { message, isNamed, sending, fold, selecting }: MessageRowProps,
  showsHead: boolean,
): string {
  const { flags } = message
  const isMention = flags.some((flag) => flag.endsWith('mentioned') && flag !== 'wildcard_mentioned')
  return [
    'message',
    showsHead && 'message-with-head',
    message.is_me_message && 'message-me',
    isMention && 'message-mentions',
    isNamed && 'message-named',
    sending && `message-${sending.kind}`,
    !isWhole(fold) && 'message-folded',
    fold === 'collapsed' && 'message-collapsed',
    selecting && 'message-selected',
  ]
    .filter(Boolean)
    .join(' ')
}

function Head({ message, sender, reader, acts, name }: MessageRowProps & { readonly name: string }) {
  return (
    <header class="message-head">
      <button
        type="button"
        class="message-sender"
        dir="auto"
        onClick={(event) => acts.openPerson(message.sender_id, event.currentTarget)}
      >
        {name}
      </button>
      {sender?.is_bot && <span class="message-kind">{t('message.bot')}</span>}
      {sender?.is_guest && reader.marksGuests && <span class="message-kind">{t('message.guest')}</span>}
      <Time message={message} reader={reader} />
    </header>
  )
}

function Time({ message, reader }: { readonly message: Message; readonly reader: Reader }) {
  const { time, exact } = reader.times
  return (
    <time
      class="message-time"
      dateTime={new Date(message.timestamp * 1000).toISOString()}
      data-tip={exact(message.timestamp)}
    >
      {time(message.timestamp)}
    </time>
  )
}

/** Words of the button below a message that can be folded. */
const foldWords = {
  collapsed: 'message.expand',
  long: 'message.show-more',
  unfolded: 'message.show-less',
} as const

const isWhole = (fold: MessageRowProps['fold']) => fold === 'none' || fold === 'unfolded'

function Body(props: MessageRowProps & { readonly id: string }) {
  const { message, reader, acts, fold, onFold, id, match, editor } = props
  if (editor !== undefined) return <div id={id}>{editor}</div>
  if (fold === 'muted') {
    return (
      <p id={id} class="message-muted">
        {t('message.muted')}{' '}
        <button type="button" class="button-link" onClick={() => onFold(message.id, false)}>
          {t('message.show')}
        </button>
      </p>
    )
  }
  const widget = widgetOf(message.submessages, message.sender_id, reader.userId)
  const buttons = widget?.kind === 'buttons' && isWhole(fold) && (
    <MessageButtons
      id={widget.heading === '' ? `${id}-buttons` : id}
      buttons={widget}
      isReadOnly={reader.isSpectator}
      onPress={(choice) => acts.pressButton(message, choice)}
    />
  )
  if (buttons && widget.heading !== '') return buttons
  if (widget && widget.kind !== 'buttons' && isWhole(fold)) {
    return (
      <Widget
        id={id}
        widget={widget}
        reader={reader}
        isAuthor={message.sender_id === reader.userId}
        onStep={(step) => acts.takeStep(message, step)}
      />
    )
  }
  return (
    <>
      <MessageHtml
        id={id}
        html={textOf(message, match)}
        reader={reader}
        hasAlertWord={message.flags.includes('has_alert_word')}
      />
      {buttons}
      {fold !== 'none' && (
        <button
          type="button"
          class="message-more button-link"
          onClick={() => {
            onFold(message.id, fold === 'unfolded')
            if (fold === 'collapsed') acts.setCollapsed(message, false)
          }}
        >
          {t(foldWords[fold])}
        </button>
      )}
    </>
  )
}

/** A message of `/me` continues the name of its sender. */
function textOf({ content, is_me_message }: Message, match: string | undefined): string {
  const html = match ?? content
  return is_me_message ? html.replace(/^<p>\/me\s/, '<p>') : html
}

interface MarksProps {
  readonly message: Message
  readonly reader: Reader
  readonly acts: MessageActs
  readonly id: string
  readonly sending: Sending | undefined
}

/** Additions of the description to the text: edited, moved, starred, and the state of sending. */
function Marks({ message, reader, acts, id, sending }: MarksProps) {
  const { last_edit_timestamp: edited, last_moved_timestamp: moved, reactions } = message
  const changed = edited ?? moved
  return (
    <div id={id} class="message-marks">
      {reactions.length > 0 && (
        <span class="hidden-visually">{t('message.reaction-count', { count: reactions.length })}</span>
      )}
      {changed !== undefined && (
        <button
          type="button"
          class="message-edited"
          data-tip={reader.times.exact(changed)}
          onClick={() => acts.openHistory(message)}
        >
          {t(edited === undefined ? 'message.moved' : 'message.edited')}
        </button>
      )}
      {message.flags.includes('starred') && (
        <span class="message-starred" role="img" aria-label={t('message.starred')}>
          <Icon of={Star} size={0.875} />
        </span>
      )}
      {sending && <SendingState sending={sending} onAct={(act) => acts.unsent(message, act)} />}
    </div>
  )
}
