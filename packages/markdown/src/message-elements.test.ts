import { expect, test } from 'vitest'
import { htmlProblems } from '../test/strict-html.ts'
import { noLookups } from './lookups.ts'
import { isMessageAddress, isMessageClass, isMessageStyle } from './message-elements.ts'
import { render } from './render.ts'

test.each([
  String.raw`\frac{a}{b} \sqrt[3]{x} \binom{n}{k} x_1^2 \overline{a} \underbrace{b}_{c}`,
  String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix} \begin{cases} x & y \\ z & w \end{cases}`,
  String.raw`\begin{array}{|c|l:r|} \hline a & b & c \\ \hdashline d & e & f \\ \hline \end{array}`,
  String.raw`\begin{aligned} a &= b \\ &= c \tag*{} \end{aligned} \left( \frac{x}{y} \middle| z \right]`,
  String.raw`\color{red} a \textcolor{#00ff00}{b} \colorbox{yellow}{c} \fcolorbox{blue}{white}{d}`,
  String.raw`\cancel{x} \bcancel{y} \xcancel{z} \sout{w} \boxed{v} \not= \phase{u} \angl{t}`,
  String.raw`\xrightarrow[under]{over} \overrightarrow{AB} \widehat{abc} \utilde{x} \overbrace{y}`,
  String.raw`\rule{2em}{1em} \raisebox{2pt}{a} \kern2em \mathbf{x} \mathcal{L} \mathfrak{g} \text{words \textit{here}}`,
  String.raw`\sum_{i=0}^\infty \int\limits_0^1 \lim_{x \to 0} \operatorname{lcm} \bigl( \Biggr] \Huge x \tiny y`,
  String.raw`\mathop{a} \mathrel{b} \phantom{c} \vphantom{d} \smash{e} \llap{f} \stackrel{g}{h} \overset{i}{j}`,
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\includegraphics{https://example.com/a.png}`,
  String.raw`\htmlStyle{position: fixed}{x}`,
  String.raw`\htmlClass{dialog}{x} \htmlId{y}{z}`,
  String.raw`\begin{CD} A @>a>> B \\ @VVbV @AAcA \\ C @= D \end{CD}`,
  String.raw`\tag{1} x = y`,
])('the formula %s holds nothing but what is on the list', async (formula) => {
  expect(htmlProblems((await render('```math\n' + formula + '\n```', noLookups)).html)).toEqual([])
})

test('a style may size and colour, but not leave its place or load anything', () => {
  for (const style of [
    'text-align: center;',
    'height:0.8em;vertical-align:-0.2em;',
    'color:#f00',
    'position:relative',
  ])
    expect(isMessageStyle(style)).toBe(true)
  for (const style of [
    'position:fixed',
    'position : absolute',
    'background:url(x)',
    'background-color:url(//x)',
    'color:re\\64',
    'display:none',
    'z-index:9',
    'width:expression(1)',
  ])
    expect(isMessageStyle(style)).toBe(false)
})

test("the page's own classes and unsafe addresses are not on the list", () => {
  for (const name of ['dialog', 'button', 'menu', 'shell', 'composer'])
    expect(isMessageClass(name)).toBe(false)
  for (const name of ['user-mention', 'emoji-1f389', 'kt', 's2']) expect(isMessageClass(name)).toBe(true)
  for (const address of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//evil.example'])
    expect(isMessageAddress(address)).toBe(false)
})
