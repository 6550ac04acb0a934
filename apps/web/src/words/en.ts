import combobox from './en/combobox.json' with { type: 'json' }
import completion from './en/completion.json' with { type: 'json' }
import compose from './en/compose.json' with { type: 'json' }
import conversation from './en/conversation.json' with { type: 'json' }
import dialog from './en/dialog.json' with { type: 'json' }
import emoji from './en/emoji.json' with { type: 'json' }
import find from './en/find.json' with { type: 'json' }
import hint from './en/hint.json' with { type: 'json' }
import list from './en/list.json' with { type: 'json' }
import message from './en/message.json' with { type: 'json' }
import places from './en/places.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import spectator from './en/spectator.json' with { type: 'json' }
import toast from './en/toast.json' with { type: 'json' }
import upload from './en/upload.json' with { type: 'json' }
import viewer from './en/viewer.json' with { type: 'json' }
import who from './en/who.json' with { type: 'json' }

/** The English texts, by id. A text may hold ICU arguments: `{count, plural, one {# message} other {# messages}}`. */
export const en = {
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
