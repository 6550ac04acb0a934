import { endpoint, text } from '../../define.ts'
import { id, name, textUpTo } from '../../primitives.ts'

export const addCodePlayground = endpoint({
  id: 'add-code-playground',
  method: 'POST',
  path: '/realm/playgrounds',
  role: 'administrator',
  scope: 'organization',
  since: 49,
  summary: 'Add a site that opens code blocks.',
  params: {
    name: text(name(100), 'The name to show in menus.'),
    pygments_language: text(
      name(40),
      'The language of the code blocks, as Pygments calls it: letters, digits, spaces and `+-.#_/`.',
    ),
    url_template: text(
      textUpTo(2000),
      'An RFC 6570 template of an `http` or `https` address whose one variable is `code`, such as `https://play.example.com/?c={code}`.',
      { since: 196, changes: [{ level: 196, text: 'Replaced `url_prefix`.' }] },
    ),
  },
  returns: { id: id('playground') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The language has other characters, the template is not valid or does not have exactly the variable `code`, the address does not begin with `http://` or `https://`, or the language already has a playground with this name.',
    },
  ],
  example: {
    request: {
      name: 'Python playground',
      pygments_language: 'Python',
      url_template: 'https://python.example.com?code={code}',
    },
    response: { id: 1 },
  },
})
