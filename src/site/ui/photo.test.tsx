import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Photo } from './photo.tsx'

const plain = { src: '/art/gate.svg', alt: 'A gate', width: 600, height: 400 }
const responsive = {
  ...plain,
  src: '/x/media/ID-12345678/640.jpg',
  widths: [320, 640],
  placeholder: 'data:image/webp;base64,AA==',
}

test('a picture with one size is a plain img', () => {
  expect(renderToStaticMarkup(<Photo picture={plain} sizes="100vw" />)).toBe(
    '<img src="/art/gate.svg" alt="A gate" width="600" height="400" decoding="async" loading="lazy" class="rounded-md bg-gray-100 object-cover "/>',
  )
})

test('a picture with several sizes has sources to choose from, and a placeholder', () => {
  const html = renderToStaticMarkup(<Photo first picture={responsive} sizes="50vw" />)
  const folder = '/x/media/ID-12345678'
  for (const part of [
    `<source type="image/avif" srcSet="${folder}/320.avif 320w, ${folder}/640.avif 640w" sizes="50vw"/>`,
    `<source type="image/webp" srcSet="${folder}/320.webp 320w, ${folder}/640.webp 640w" sizes="50vw"/>`,
    `srcSet="${folder}/320.jpg 320w, ${folder}/640.jpg 640w" sizes="50vw" src="${folder}/640.jpg"`,
    'width="600" height="400"',
    'fetchPriority="high"',
    'background-image:url(&quot;data:image/webp;base64,AA==&quot;)',
  ]) {
    expect(html).toContain(part)
  }
  expect(html).not.toContain('loading="lazy"')
})

test('an animation is only offered as WebP', () => {
  const html = renderToStaticMarkup(
    <Photo picture={{ ...responsive, src: '/media/ID-12345678/640.webp', placeholder: null }} sizes="100vw" />,
  )
  expect(html).toContain('srcSet="/media/ID-12345678/320.webp 320w, /media/ID-12345678/640.webp 640w"')
  expect(html).not.toMatch(/<source|avif|style/)
})
