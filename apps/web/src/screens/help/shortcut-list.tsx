import { useId } from 'preact/hooks'
import { setSingleKeys } from '#actions/set-single-keys.ts'
import { isMac } from '#keys/follow-keys.ts'
import { type Command, keyMap, shownKeys } from '#keys/key-map.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t, type WordId } from '#words/words.ts'

const groups: readonly (readonly [
  title: WordId,
  rows: readonly (readonly [WordId, Command | readonly string[]])[],
])[] = [
  [
    'help.going',
    [
      ['command.palette', 'palette'],
      ['command.search', 'search'],
      ['find.name', 'find'],
      ['command.inbox', 'inbox'],
      ['shell.catch-up', 'catchUp'],
      ['command.recent', 'recent'],
      ['command.feed', 'feed'],
      ['command.starred', 'starred'],
      ['help.drafts', 'drafts'],
      ['help.to-and-fro', ['S']],
      ['help.history', ['Alt+ArrowLeft', 'Alt+ArrowRight']],
      ['command.directFeed', 'directFeed'],
      ['command.topics', 'topics'],
      ['command.nextUnreadTopic', 'nextUnreadTopic'],
      ['command.nextFollowed', 'nextFollowed'],
      ['command.nextUnreadDirect', 'nextUnreadDirect'],
      ['command.previousChannel', 'previousChannel'],
      ['command.nextChannel', 'nextChannel'],
      ['command.previousRow', 'previousRow'],
      ['command.nextRow', 'nextRow'],
      ['help.previous-unread-row', 'previousUnreadRow'],
      ['help.next-unread-row', 'nextUnreadRow'],
      ['command.nextColumn', 'nextColumn'],
      ['help.previous-column', 'previousColumn'],
      ['help.beside', 'beside'],
      ['help.rows', ['ArrowUp', 'ArrowDown', 'Home', 'End']],
      ['help.sides', ['ArrowLeft', 'ArrowRight']],
      ['command.people', 'people'],
      ['help.filter-places', 'filterPlaces'],
      ['help.own-menu', 'menu'],
      ['command.status', 'status'],
      ['command.leave', 'leave'],
    ],
  ],
  [
    'help.reading',
    [
      ['help.messages', ['ArrowUp', 'ArrowDown', 'K', 'J']],
      ['help.ends', ['Home', 'End']],
      ['help.first-unread', ['Shift+Home']],
      ['help.screens', ['PageUp', 'PageDown']],
      ['help.menu', ['I']],
      ['help.react', [':']],
      ['help.thumbs-up', ['+']],
      ['help.first-reaction', ['=']],
      ['help.media', ['V']],
      ['help.collapse', ['-']],
      ['help.remind', ['Shift+B']],
      ['help.earlier', ['Shift+H']],
      ['help.readers', ['Shift+V']],
      ['help.why-told', ['Shift+W']],
      ['help.delete', ['Delete']],
      ['help.undo', ['Ctrl+Z']],
      ['help.star', ['Ctrl+S']],
      ['help.card', ['U']],
      ['help.copy', ['Ctrl+C']],
      ['help.forward', ['<']],
      ['help.select', ['.']],
      ['help.edit', ['E']],
      ['help.move', ['M']],
      ['help.split', ['Shift+T']],
      ['help.in-place', ['Z']],
      ['help.unread', ['Shift+U']],
      ['help.read', ['Shift+E']],
      ['help.resolve', ['Shift+X']],
      ['help.mute', ['Shift+M']],
      ['help.follow', ['F']],
    ],
  ],
  [
    'help.pages',
    [
      ['help.create', ['N']],
      ['help.join', ['Shift+S']],
      ['help.see-channel', ['Shift+V']],
    ],
  ],
  [
    'shell.catch-up',
    [
      ['help.card-on', ['Space']],
      ['help.card-done', ['E']],
      ['help.card-later', ['U']],
      ['help.card-answer', ['R']],
      ['help.card-follow', ['F']],
      ['help.card-mute', ['M']],
      ['help.card-resolve', ['X']],
    ],
  ],
  [
    'help.writing',
    [
      ['command.reply', 'reply'],
      ['command.newTopic', 'newTopic'],
      ['command.newDirect', 'newDirect'],
      ['help.quote', ['>']],
      ['help.mention', ['@']],
      ['help.to-sender', ['Shift+R']],
      ['help.edit-last', ['ArrowLeft']],
      ['help.bold', ['Ctrl+B']],
      ['help.italic', ['Ctrl+I']],
      ['help.link', ['Ctrl+Shift+L']],
      ['help.code', ['Ctrl+E']],
      ['help.preview', ['Alt+P']],
      ['help.snippets', ["Ctrl+'"]],
      ['help.record', ['Alt+R']],
      ['help.cancel-record', ['Escape']],
      ['help.full-height', ['Ctrl+Shift+F']],
      ['help.plain', ['Ctrl+Shift+V']],
      ['help.send-later', ['Ctrl+Shift+Enter']],
      ['help.to-box', ['Ctrl+.']],
      ['help.send', ['Ctrl+Enter']],
    ],
  ],
]

/** The keys, in groups. */
export function ShortcutList() {
  const mac = isMac()
  return (
    <>
      <SingleKeys />
      <div class="shortcuts">
        {groups.map(([title, rows]) => (
          <section key={title}>
            <h2>{t(title)}</h2>
            <dl>
              {rows.map(([name, keys]) => (
                <div key={name}>
                  <dt>{t(name)}</dt>
                  <dd>
                    {(typeof keys === 'string' ? keyMap[keys] : keys).map((each) => (
                      <kbd key={each}>{shownKeys(each, mac)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}

/** Switches single-key shortcuts on and off. Where they are off, letters go into the box of the conversation. */
function SingleKeys() {
  const app = useApp()
  const hasSingleKeys = useKnown(({ device }) => device.hasSingleKeys)
  const id = useId()
  return (
    <div class="shortcuts-single">
      <label>
        <input
          type="checkbox"
          checked={hasSingleKeys}
          aria-describedby={id}
          onChange={({ currentTarget }) => setSingleKeys(app, currentTarget.checked)}
        />
        {t('help.single-keys')}
      </label>
      <p id={id}>{t('help.single-keys-text')}</p>
    </div>
  )
}
