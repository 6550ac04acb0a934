import { describe, expect, test } from 'vitest'
import table from './code-languages.json' with { type: 'json' }
import { grammarLoaders } from './highlight-grammars.ts'
import { findCodeLanguage, Highlighter, shebangLanguage } from './highlight.ts'

/** Every class that Pygments uses, and so every class that clients know. */
const known = new Set(
  (
    'w esc err x k kc kd kn kp kr kt n na nb bp nc no nd ni ne nf fm py nl nn nx nt nv vc vg vi vm l ld s sa sb sc dl sd s2 ' +
    'se sh si sx sr s1 ss m mb mf mh mi il mo o ow p pm c ch cm cp cpf c1 cs g gd ge gr gh gi go gp gs gu ges gt'
  ).split(' '),
)

test.each([
  ['python', 'Python'],
  ['PY', 'Python'],
  ['c++', 'C++'],
  ['js', 'JavaScript'],
  ['text', 'Text only'],
])('%s is %s', (word, name) => {
  expect(findCodeLanguage(word)?.name).toBe(name)
})

test('a word that nobody knows is no language', () => {
  expect(findCodeLanguage('kettlescript')).toBeUndefined()
  expect(findCodeLanguage('toString')).toBeUndefined()
})

test.each([
  ['#!/bin/bash\n', 'Bash'],
  ['#!/usr/bin/env python3', 'Python'],
  ['#!python', 'Python'],
  ['# !python', undefined],
  ['#!', undefined],
])('%j names %s', (code, name) => {
  expect(shebangLanguage(code)?.name).toBe(name)
})

test('every language with a grammar can be loaded', () => {
  const grammars = Object.values(table).map((words) => words.split(' ')[0]!)
  expect(grammars.filter((grammar) => grammar !== '' && !Object.hasOwn(grammarLoaders, grammar))).toEqual([])
})

const sample = [
  '#!/usr/bin/env x\n// c\n/* c */ # c\n<!-- c --><a href="x">y</a>\n"s\\n" \'t\' `u ${v}`\n',
  '1 1.5 0x1f 0b1 true null None self this\nclass A(B): def f(x): return x + 1\n@deco\n#include <x>\n',
  '- a: b\n+ c\n$d = %e; &f; :g => /h/i\n**b** _i_ [l](m)\n\\n {n} %{o} {{p}} {% q %}\nSELECT * FROM t WHERE a = 1;\n',
].join('')

describe('whatever the grammar', () => {
  test.each(Object.keys(grammarLoaders))(
    '%s gives a flat row of known classes around the code',
    async (grammar) => {
      const html = (await Highlighter.load([grammar])).highlight(sample, grammar)
      const classes = [...(html ?? '').matchAll(/<span class="([^"]*)">[^<]*<\/span>/g)].map(
        (match) => match[1]!,
      )
      expect(classes.filter((name) => !known.has(name))).toEqual([])
      const text = html?.replace(/<span class="[^"]*">([^<]*)<\/span>/g, '$1')
      expect(text?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(sample)
    },
  )
})

/** The code with the class of each token before it, as Pygments 2.20 gives them. */
const classed = async (grammar: string, code: string) =>
  (await Highlighter.load([grammar]))
    .highlight(code, grammar)
    ?.replaceAll(/<span class="([^"]*)">([^<]*)<\/span>/g, '$1[$2]')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')

test.each([
  ['python', 'def speak(self):\n    x = 1', 'k[def]w[ ]nf[speak]p[(]bp[self]p[):]\n    n[x] o[=] mi[1]'],
  ['python', 'print(self)', 'nb[print]p[(]bp[self]p[)]'],
  ['python', 'import os.path', 'kn[import]w[ ]nn[os.path]'],
  ['python', 'from a import b', 'kn[from]w[ ]nn[a]w[ ]kn[import] n[b]'],
  ['python', 'a not in rf"{b}"', 'n[a] ow[not] ow[in] sa[rf]s2["]si[{]n[b]si[}]s2["]'],
  ['python', "'a\\n'", "s1['a]se[\\n]s1[']"],
  ['python', 's = """a\n\n  b"""', 'n[s] o[=] s2["""a]\n\ns2[  b"""]'],
  [
    'javascript',
    'const f = (a) => a.b',
    'kd[const]w[ ]nx[f]w[ ]o[=]w[ ]p[(]nx[a]p[)]w[ ]p[=>]w[ ]nx[a]p[.]nx[b]',
  ],
  ['c', 'char *s = "a\\n";', 'kt[char]w[ ]o[*]n[s]w[ ]o[=]w[ ]s["a]se[\\n]s["]p[;]'],
  ['json', '{"a": [true, 1]}', 'p[{]nt["a"]p[:]w[ ]p[[]kc[true]p[,]w[ ]mi[1]p[]}]'],
  ['xml', '<a href="x">b c</a>', 'p[<]nt[a] na[href]o[=]s["x"]p[>]b cp[</]nt[a]p[>]'],
  ['bash', 'echo "$x" | grep foo', 'nb[echo]w[ ]s2["]nv[$x]s2["]w[ ]p[|]w[ ]grepw[ ]foo'],
  ['sql', 'SELECT a FROM t;', 'k[SELECT]w[ ]n[a]w[ ]k[FROM]w[ ]n[t]p[;]'],
  ['markdown', 'a (b), c', 'a (b), c'],
])('every token has its class: %s %j', async (grammar, code, expected) => {
  expect(await classed(grammar, code)).toBe(expected)
})

test('long lines and long programs are not highlighted', async () => {
  const highlighter = await Highlighter.load(['python'])
  expect(highlighter.highlight('x'.repeat(500), 'python')).not.toBeNull()
  expect(highlighter.highlight('x'.repeat(501), 'python')).toBeNull()
  expect(highlighter.highlight('x\n'.repeat(6000), 'python')).toBeNull()
})
