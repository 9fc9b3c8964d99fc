import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanPasted } from './clean.ts'
import { htmlOfMarkdown } from './markdown.ts'
import { googleDocs, webPage, word } from './samples.ts'

const site = 'https://stories.example'
const clean = (html: string) => cleanPasted(html, site).html

function within(html: string) {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

describe('text of Google Docs', () => {
  const { html, pictures } = cleanPasted(googleDocs, site)

  test('keeps its headings, a level lower, without the bold of their letters', () => {
    expect(html).toContain('<h2>The long way home</h2>')
    expect(html).toContain('<h3>What we took</h3>')
  })

  test('is bold, italic and struck out only where it was', () => {
    expect(html).toContain(
      '<p>It was <strong>late</strong>, and <em>nobody</em> had <a href="https://example.org/key?a=1">a key</a>.</p>',
    )
    expect(html).toContain('<s>tea</s>')
  })

  test('puts a list inside a list into the item before it', () => {
    expect(html).toContain(
      '<ul><li><p>bread</p><ul><li><p>with seeds</p></li></ul></li><li><p><s>tea</s></p></li></ul>',
    )
  })

  test('leaves a link where a picture will be', () => {
    const source = 'https://lh7-rt.googleusercontent.com/docsz/AD_4nXd?key=abc'
    expect(pictures).toEqual([{ source, place: source, alt: 'A gate', caption: '' }])
    expect(html).toContain(`<p><a href="${source}">A gate</a></p>`)
  })

  test('keeps tables, with empty cells', () => {
    expect(html).toContain('<tr><td><p>12</p></td><td><p></p></td></tr>')
    expect(html).toContain('<td><p><strong>Mile</strong></p></td>')
  })
})

describe('text of Word', () => {
  const html = clean(word)

  test('has real lists, without the bullets and numbers that were text', () => {
    expect(html).toContain(
      '<ul><li><p>Apples</p><ol><li><p>Red</p></li><li><p>Green</p></li></ol></li><li><p>Pears</p></li></ul>',
    )
  })

  test('has its heading, its marks and its quote', () => {
    expect(html).toContain('<h2>A short history</h2>')
    expect(html).toContain('<p>The <strong>first</strong> of them <em>came</em> early.</p>')
    expect(html).toContain('<blockquote><p>Nobody asked.</p></blockquote>')
  })

  test('leaves styles, comments and empty paragraphs behind', () => {
    expect(html).not.toMatch(/mso|MsoNormal|style|class|file:|clip_image|o:p|&nbsp;|<p><\/p>/i)
  })

  test('keeps its table', () => {
    expect(html).toContain('<tr><td><p>Year</p></td><td><p>Tons</p></td></tr><tr><td colspan="2"><p>none</p></td></tr>')
  })
})

describe('a web page', () => {
  const { html, pictures } = cleanPasted(webPage, site)

  test('keeps what a story can hold', () => {
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

  test('loses the links that lead nowhere from here, and keeps their words', () => {
    expect(html).toContain('<p>By Ada</p>')
    expect(html).toContain('<a href="https://example.org/light?id=7">ultraviolet</a> and more.')
  })

  test('brings no program, no style and no tracking along', () => {
    expect(html).not.toMatch(/script|steal|alert|style|data-track|ping|spy|srcset|secret|onclick/)
  })

  test('gives the caption to the picture, and keeps it as the words of its link', () => {
    expect(pictures).toMatchObject([
      { source: 'https://img.example.org/bee.jpg', alt: 'A bee', caption: 'A bee at work' },
    ])
    expect(html.match(/A bee at work/g)).toHaveLength(1)
  })
})

test('two empty lines of a page without paragraphs begin a new one', () => {
  expect(clean('one<br><br>two<br>three')).toBe('<p>one</p><p>two<br>three</p>')
})

test('a picture inside the page is brought along by itself', () => {
  const { html, pictures } = cleanPasted('<p>a<img src="data:image/png;base64,AAAA" alt="Dot">b</p>', site)
  expect(pictures).toMatchObject([{ source: 'data:image/png;base64,AAAA', alt: 'Dot' }])
  expect(html).toMatch(/^<p>a<\/p><p><a href="#picture-[\w-]+">Dot<\/a><\/p><p>b<\/p>$/)
})

test('a picture of this site stays where it is', () => {
  expect(clean(`<img src="${site}/media/abc" alt="x">`)).toBe('<img src="/media/abc" alt="x">')
})

test('the same picture twice has two places', () => {
  const { pictures } = cleanPasted('<img src="https://a.example/x.png"><img src="https://a.example/x.png">', site)
  expect(new Set(pictures.map(({ place }) => place)).size).toBe(2)
})

test('a table that only arranges becomes what is in it, down to one that shows something', () => {
  expect(clean('<table><tr><td><p>one</p><p>two</p></td></tr></table>')).toBe('<p>one</p><p>two</p>')
  expect(clean('<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>')).toBe(
    '<p>a</p><table><tbody><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
  )
})

test('Markdown arrives as headings, lists, tasks and tables', () => {
  const html = clean(
    htmlOfMarkdown('# One\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>x()</script>'),
  )
  expect(html).toContain('<h2>One</h2>')
  expect(html).toContain('data-checked="true"')
  expect(html).toContain('<th><p>a</p></th>')
  expect(html).not.toContain('script')
})

test('what was copied in the editor keeps its structure and still brings no program', () => {
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

test('whatever is pasted, nothing that runs comes out', () => {
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

test('whatever is pasted, no word is lost', () => {
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
