import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitizePasted } from './sanitize.ts'
import { markdownToHtml } from './markdown.ts'
import { googleDocs, webPage, word } from './clipboard-samples.ts'

const site = 'https://stories.example'
const clean = (html: string) => sanitizePasted(html, site).html

function within(html: string) {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

describe('Google Docs', () => {
  const { html, pictures } = sanitizePasted(googleDocs, site)

  test('keeps headings one level lower, without bold', () => {
    expect(html).toContain('<h2>The long way home</h2>')
    expect(html).toContain('<h3>What we took</h3>')
  })

  test('keeps bold, italic and strikethrough', () => {
    expect(html).toContain(
      '<p>It was <strong>late</strong>, and <em>nobody</em> had <a href="https://example.org/key?a=1">a key</a>.</p>',
    )
    expect(html).toContain('<s>tea</s>')
  })

  test('moves a nested list into the item before it', () => {
    expect(html).toContain(
      '<ul><li><p>bread</p><ul><li><p>with seeds</p></li></ul></li><li><p><s>tea</s></p></li></ul>',
    )
  })

  test('leaves a placeholder link for a picture', () => {
    const source = 'https://lh7-rt.googleusercontent.com/docsz/AD_4nXd?key=abc'
    expect(pictures).toEqual([{ source, placeholder: source, alt: 'A gate', caption: '' }])
    expect(html).toContain(`<p><a href="${source}">A gate</a></p>`)
  })

  test('keeps tables with empty cells', () => {
    expect(html).toContain('<tr><td><p>12</p></td><td><p></p></td></tr>')
    expect(html).toContain('<td><p><strong>Mile</strong></p></td>')
  })
})

describe('Word', () => {
  const html = clean(word)

  test('turns list paragraphs into real lists, without the typed markers', () => {
    expect(html).toContain(
      '<ul><li><p>Apples</p><ol><li><p>Red</p></li><li><p>Green</p></li></ol></li><li><p>Pears</p></li></ul>',
    )
  })

  test('keeps headings, marks and quotes', () => {
    expect(html).toContain('<h2>A short history</h2>')
    expect(html).toContain('<p>The <strong>first</strong> of them <em>came</em> early.</p>')
    expect(html).toContain('<blockquote><p>Nobody asked.</p></blockquote>')
  })

  test('drops styles, comments and empty paragraphs', () => {
    expect(html).not.toMatch(/mso|MsoNormal|style|class|file:|clip_image|o:p|&nbsp;|<p><\/p>/i)
  })

  test('keeps tables', () => {
    expect(html).toContain('<tr><td><p>Year</p></td><td><p>Tons</p></td></tr><tr><td colspan="2"><p>none</p></td></tr>')
  })
})

describe('a web page', () => {
  const { html, pictures } = sanitizePasted(webPage, site)

  test('keeps supported content', () => {
    expect(html).toContain('<h2>How bees <em>see</em></h2>')
    expect(html).toContain('<h3>In code</h3>')
    expect(html).toContain('<h4>Deep</h4>')
    expect(html).toContain('<pre><code class="language-ts">const n = 1 &lt; 2\nn\nend</code></pre>')
    expect(html).toContain('<tr><th><p>Kind</p></th><th><p>Eyes</p></th></tr>')
    expect(html).toContain('<ol start="3"><li><p>Three</p></li>')
    expect(html).toContain('<li data-type="taskItem" data-checked="true"><p>done</p></li>')
    expect(html).toContain('<p><strong>Ocelli</strong></p><p>Three small eyes</p>')
    expect(html).toContain('<p><a href="https://www.youtube.com/embed/abc">A film</a></p>')
  })

  test('drops links with a relative or unsafe URL and keeps their text', () => {
    expect(html).toContain('<p>By Ada</p>')
    expect(html).toContain('<a href="https://example.org/light?id=7">ultraviolet</a> and more.')
  })

  test('drops scripts, styles and tracking', () => {
    expect(html).not.toMatch(/script|steal|alert|style|data-track|ping|spy|srcset|secret|onclick/)
  })

  test('uses the caption for the picture and its placeholder link', () => {
    expect(pictures).toMatchObject([
      { source: 'https://img.example.org/bee.jpg', alt: 'A bee', caption: 'A bee at work' },
    ])
    expect(html.match(/A bee at work/g)).toHaveLength(1)
  })
})

test('two line breaks start a new paragraph', () => {
  expect(clean('one<br><br>two<br>three')).toBe('<p>one</p><p>two<br>three</p>')
})

test('a picture with a data URL is imported', () => {
  const { html, pictures } = sanitizePasted('<p>a<img src="data:image/png;base64,AAAA" alt="Dot">b</p>', site)
  expect(pictures).toMatchObject([{ source: 'data:image/png;base64,AAAA', alt: 'Dot' }])
  expect(html).toMatch(/^<p>a<\/p><p><a href="#picture-[\w-]+">Dot<\/a><\/p><p>b<\/p>$/)
})

test('a picture of this site stays in place', () => {
  expect(clean(`<img src="${site}/media/abc" alt="x">`)).toBe('<img src="/media/abc" alt="x">')
})

test('the same picture twice has two placeholders', () => {
  const { pictures } = sanitizePasted('<img src="https://a.example/x.png"><img src="https://a.example/x.png">', site)
  expect(new Set(pictures.map(({ placeholder }) => placeholder)).size).toBe(2)
})

test('a layout table is replaced by its content, down to a data table inside', () => {
  expect(clean('<table><tr><td><p>one</p><p>two</p></td></tr></table>')).toBe('<p>one</p><p>two</p>')
  expect(clean('<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>')).toBe(
    '<p>a</p><table><tbody><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
  )
})

test('Markdown becomes headings, lists, tasks and tables', () => {
  const html = clean(
    markdownToHtml('# One\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>x()</script>'),
  )
  expect(html).toContain('<h2>One</h2>')
  expect(html).toContain('data-checked="true"')
  expect(html).toContain('<th><p>a</p></th>')
  expect(html).not.toContain('script')
})

test('content copied from the editor keeps its structure but no scripts', () => {
  const html = clean(
    '<div data-pm-slice="1 1 []" data-type="callout" onclick="x()"><p>hi <a href="javascript:x()">a</a><img src="https://spy.example/x"></p><script>x()</script></div>',
  )
  expect(html).toBe('<div data-pm-slice="1 1 []" data-type="callout"><p>hi <a>a</a></p></div>')
})

const texts = fc.string({ unit: fc.constantFrom(...'abc <>&"\'\n', 'é', '漢', '\u00a0') })
const hostile = fc.constantFrom(
  '<script>x()</script>',
  '<img src=x onerror=x()>',
  '<a href=" java\tscript:x()">a</a>',
  '<svg onload=x()><script>x()</script></svg>',
  '<iframe srcdoc="<script>x()</script>" src="javascript:x()"></iframe>',
  '<math><mi xlink:href="javascript:x()">m</mi></math>',
  '<p style="background:url(javascript:x())" onclick=x()>p',
  '<form action="javascript:x()"><button formaction="javascript:x()">b</button></form>',
  '<a href="data:text/html,<script>x()</script>">d</a>',
  '<template><script>x()</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>',
  '<ul><script>x()</script>',
  '<table><td onclick=x()>',
  '</p></div>',
  '<h1>',
  '<li>',
  '<blockquote>',
  '<pre>',
  '<b>',
  '<!--',
  '-->',
  '<![if x]>',
  '<div data-pm-slice="0 0 []">',
)

test('no pasted HTML results in active content', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(texts, hostile), { maxLength: 12 }), (parts) => {
      const root = within(clean(parts.join('')))
      expect(
        root.querySelector('script, style, iframe, object, embed, svg, form, link, meta, base, template'),
      ).toBeNull()
      for (const element of root.querySelectorAll('*'))
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^on|style|srcdoc|action/)
          if (name === 'href' || name === 'src') expect(value).toMatch(/^(https?:|mailto:|\/(?!\/)|#)/)
        }
    }),
    { numRuns: 150 },
  )
})

test('no text is lost, whatever is pasted', () => {
  const oneWord = fc.string({ unit: fc.constantFrom(...'abcdefg漢é'), minLength: 1, maxLength: 8 })
  const tag = fc.constantFrom(
    'p',
    'div',
    'b',
    'span',
    'h1',
    'h4',
    'ul',
    'li',
    'blockquote',
    'table',
    'td',
    'pre',
    'dl',
    'dt',
    'x-y',
    'figure',
  )
  const { tree } = fc.letrec<{ tree: string; branch: string }>((tie) => ({
    tree: fc.oneof({ maxDepth: 5 }, oneWord, tie('branch')),
    branch: fc
      .tuple(tag, fc.array(tie('tree'), { maxLength: 4 }))
      .map(([name, inner]) => `<${name}>${inner.join(' ')}</${name}>`),
  }))
  fc.assert(
    fc.property(tree, (html) => {
      const wanted = within(html).textContent.replace(/\s+/g, '')
      const got = within(clean(html)).textContent.replace(/\s+/g, '')
      expect([...got].toSorted().join('')).toBe([...wanted].toSorted().join(''))
    }),
    { numRuns: 150 },
  )
})

describe('superscript, subscript and highlight', () => {
  test('are kept from HTML, also as styles', () => {
    expect(clean('<p>x<sup>2</sup>, H<sub>2</sub>O, <mark>key</mark></p>')).toBe(
      '<p>x<sup>2</sup>, H<sub>2</sub>O, <mark>key</mark></p>',
    )
    expect(clean('<p>x<span style="vertical-align:super">2</span></p>')).toBe('<p>x<sup>2</sup></p>')
  })

  test('are read from Markdown, and two tildes still strike through', () => {
    expect(clean(markdownToHtml('x^2^, H~2~O, ==a *key* point==, ~~gone~~, 2 ^ 3 ^ 4'))).toBe(
      '<p>x<sup>2</sup>, H<sub>2</sub>O, <mark>a </mark><em><mark>key</mark></em><mark> point</mark>, <s>gone</s>, 2 ^ 3 ^ 4</p>',
    )
  })
})

describe('footnotes', () => {
  const note = (text: string) => `<sup data-node="footnote" data-text="${text}"></sup>`

  test('of Markdown are joined with their text, and one without a text stays', () => {
    expect(
      clean(markdownToHtml('One[^1] and two[^b] and[^none].\n\n[^1]: The *first*\nnote.\n[^b]: Second.\n\nEnd.')),
    ).toBe(`<p>One${note('The first note.')} and two${note('Second.')} and[^none].</p><p>End.</p>`)
  })

  test('of Markdown without a reference stay as text', () => {
    expect(clean(markdownToHtml('[^1]: Smith *2020*'))).toBe('<p>[^1]: Smith <em>2020</em></p>')
    expect(clean(markdownToHtml('One[^1].\n\n[^1]: First.\n[^2]: See [^2].'))).toBe(
      `<p>One${note('First.')}.</p><p>[^2]: See [^2].</p>`,
    )
  })

  test('a note without text stays where it is', () => {
    const html = (text: string) =>
      `<p>Here<sup><a href="#n" id="r">1</a></sup></p><ol><li id="n"><p>${text}<a href="#r">↩</a></p></li></ol>`
    expect(clean(html('A note.'))).toBe(`<p>Here${note('A note.')}</p>`)
    expect(clean(html('<img src="https://a.example/b.png" alt="A map">'))).toContain('A map')
  })

  test('of Word are joined with their text', () => {
    const marker = (name: string, to: string) =>
      `<a style='mso-footnote-id:ftn1' href="#${to}" name="${name}" title=""><span class=MsoFootnoteReference><![if !supportFootnotes]>[1]<![endif]></span></a>`
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal>Late${marker('_ftnref1', '_ftn1')}, again.</p><div style='mso-element:footnote-list'><hr size=1><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText>${marker('_ftn1', '_ftnref1')} By an hour.</p></div></div></body></html>`
    expect(clean(html)).toBe(`<p>Late${note('By an hour.')}, again.</p>`)
  })

  test('of GitHub and of this site are joined with their text', () => {
    expect(
      clean(
        '<p>Here<sup><a href="https://github.com/a#user-content-fn-1" id="user-content-fnref-1">1</a></sup>.</p><section data-footnotes class="footnotes"><h2>Footnotes</h2><ol><li id="user-content-fn-1"><p>A note. <a href="https://github.com/a#user-content-fnref-1">↩</a></p></li></ol></section>',
      ),
    ).toBe(`<p>Here${note('A note.')}.</p>`)
  })

  test('a table of contents is no footnote', () => {
    expect(clean('<p><a href="#s" id="t">1</a></p><h2 id="s"><a href="#t">1</a> Start</h2>')).toBe(
      '<p>1</p><h2>1 Start</h2>',
    )
  })
})

describe('formulas', () => {
  test('of Markdown become formulas, and amounts of money do not', () => {
    expect(clean(markdownToHtml('So $a < b$ for $5 and $10.\n\n$$\nx^2\n$$'))).toBe(
      '<p>So <span data-node="inlineMath" data-latex="a &lt; b"></span> for $5 and $10.</p><div data-node="blockMath" data-latex="x^2"></div>',
    )
  })

  test('of Wikipedia and KaTeX become formulas', () => {
    const math = (display: string) =>
      `<math display="${display}"><semantics><mi>x</mi><annotation encoding="application/x-tex">{\\displaystyle x}</annotation></semantics></math>`
    expect(
      clean(
        `<p>a <span class="mwe-math-element"><span style="display: none;">${math('inline')}</span><img src="https://w.example/x.svg"></span> b <span class="katex">${math('inline')}<span class="katex-html">x</span></span></p>${math('block')}`,
      ),
    ).toBe(
      '<p>a <span data-node="inlineMath" data-latex="x"></span> b <span data-node="inlineMath" data-latex="x"></span></p><div data-node="blockMath" data-latex="x"></div>',
    )
  })
})

describe('callouts', () => {
  test.each([
    ['NOTE', 'note'],
    ['TIP', 'tip'],
    ['WARNING', 'warning'],
    ['IMPORTANT', 'important'],
    ['CAUTION', 'warning'],
  ])('> [!%s] in Markdown becomes a callout', (kind, tone) => {
    expect(clean(markdownToHtml(`> [!${kind}]\n> Mind **the** gap.\n>\n> - one`))).toBe(
      `<aside data-node="callout" data-tone="${tone}"><p>Mind <strong>the</strong> gap.</p><ul><li><p>one</p></li></ul></aside>`,
    )
  })

  test('of GitHub and of this site become callouts without their labels', () => {
    const callout = '<aside data-node="callout" data-tone="tip"><p>Text</p></aside>'
    expect(
      clean('<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>Text</p></div>'),
    ).toBe(callout)
    expect(clean('<aside class="story-callout" data-tone="tip"><p class="story-tone">Tip</p><p>Text</p></aside>')).toBe(
      callout,
    )
  })
})

test('“[edit]” after the headings of Wikipedia is dropped', () => {
  expect(
    clean('<h2>History<span class="mw-editsection">[<a href="https://w.example/edit">edit</a>]</span></h2><p>a</p>'),
  ).toBe('<h2>History</h2><p>a</p>')
})
