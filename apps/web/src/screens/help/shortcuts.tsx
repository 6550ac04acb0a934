import { isMac } from '#keys/follow-keys.ts'
import { type Command, keyMap, shownKeys } from '#keys/key-map.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
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
      ['command.recent', 'recent'],
      ['command.feed', 'feed'],
      ['command.starred', 'starred'],
      ['command.directFeed', 'directFeed'],
      ['command.topics', 'topics'],
      ['command.nextUnreadTopic', 'nextUnreadTopic'],
      ['command.nextFollowed', 'nextFollowed'],
      ['command.nextUnreadDirect', 'nextUnreadDirect'],
      ['command.previousChannel', 'previousChannel'],
      ['command.nextChannel', 'nextChannel'],
      ['command.previousRow', 'previousRow'],
      ['command.nextRow', 'nextRow'],
      ['command.nextColumn', 'nextColumn'],
      ['command.leave', 'leave'],
    ],
  ],
  [
    'help.reading',
    [
      ['help.messages', ['ArrowUp', 'ArrowDown']],
      ['help.ends', ['Home', 'End']],
      ['help.menu', ['I']],
      ['help.react', [':']],
      ['help.star', ['Ctrl+S']],
      ['help.edit', ['E']],
      ['help.move', ['M']],
      ['help.unread', ['Shift+U']],
      ['help.read', ['Shift+E']],
      ['help.resolve', ['Shift+X']],
      ['help.mute', ['Shift+M']],
      ['help.follow', ['F']],
    ],
  ],
  [
    'help.writing',
    [
      ['command.reply', 'reply'],
      ['command.newTopic', 'newTopic'],
      ['command.newDirect', 'newDirect'],
      ['help.quote', ['>']],
      ['help.bold', ['Ctrl+B']],
      ['help.italic', ['Ctrl+I']],
      ['help.link', ['Ctrl+Shift+L']],
      ['help.code', ['Ctrl+E']],
      ['help.preview', ['Alt+P']],
      ['help.send', ['Ctrl+Enter']],
    ],
  ],
]

/** The list of keys. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const mac = isMac()
  return (
    <Dialog title={t('help.shortcuts')} onClose={onClose} wide>
      <div class="shortcuts">
        {groups.map(([title, rows]) => (
          <section key={title}>
            <h3>{t(title)}</h3>
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
    </Dialog>
  )
}
