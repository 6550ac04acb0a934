import combobox from './de/combobox.json' with { type: 'json' }
import completion from './de/completion.json' with { type: 'json' }
import compose from './de/compose.json' with { type: 'json' }
import conversation from './de/conversation.json' with { type: 'json' }
import dialog from './de/dialog.json' with { type: 'json' }
import emoji from './de/emoji.json' with { type: 'json' }
import find from './de/find.json' with { type: 'json' }
import hint from './de/hint.json' with { type: 'json' }
import list from './de/list.json' with { type: 'json' }
import message from './de/message.json' with { type: 'json' }
import places from './de/places.json' with { type: 'json' }
import shell from './de/shell.json' with { type: 'json' }
import spectator from './de/spectator.json' with { type: 'json' }
import toast from './de/toast.json' with { type: 'json' }
import upload from './de/upload.json' with { type: 'json' }
import viewer from './de/viewer.json' with { type: 'json' }
import who from './de/who.json' with { type: 'json' }
import type { en } from './en.ts'

/** The German texts. A missing one does not compile. */
export const de: Readonly<Record<keyof typeof en, string>> = {
  ...combobox,
  ...completion,
  ...compose,
  ...conversation,
  ...dialog,
  ...emoji,
  ...find,
  ...hint,
  ...list,
  ...message,
  ...places,
  ...shell,
  ...spectator,
  ...toast,
  ...upload,
  ...viewer,
  ...who,
}
