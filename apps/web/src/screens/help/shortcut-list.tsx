import { isMac } from '#keys/follow-keys.ts'
import { type Command, keyMap, shownKeys } from '#keys/key-map.ts'
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
      ['command.people', 'people'],
      ['help.filter-places', 'filterPlaces'],
      ['help.own-menu', 'menu'],
      ['command.leave', 'leave'],
    ],
  ],
  [
    'help.reading',
    [
      ['help.messages', ['ArrowUp', 'ArrowDown']],
      ['help.ends', ['Home', 'End']],
      ['help.first-unread', ['Shift+Home']],
      ['help.screens', ['PageUp', 'PageDown']],
      ['help.menu', ['I']],
      ['help.react', [':']],
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
      ['help.send', ['Ctrl+Enter']],
    ],
  ],
]

/** The keys, in groups. */
export function ShortcutList() {
  const mac = isMac()
  return (
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
  )
}
