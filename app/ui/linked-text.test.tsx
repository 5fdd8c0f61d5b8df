import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText, piecesOf } from './linked-text.tsx'

const linksIn = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? [])

test.each([
  ['Sign up at https://forms.example/d/e/1FAIpQL?usp=sf_link.', ['https://forms.example/d/e/1FAIpQL?usp=sf_link']],
  ['(see http://a.example/x) and HTTPS://B.example', ['http://a.example/x', 'HTTPS://B.example']],
  ['javascript:alert(1) ftp://a.example mailto:a@b.example www.a.example', []],
  ['https:// is no address', []],
  ['', []],
])('the links of %j', (text, expected) => {
  expect(linksIn(text)).toEqual(expected)
})

test('not a letter of the text is lost or becomes markup', () => {
  const text = 'One <b>two</b> https://a.example/"x, three\nfour'
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
  expect(renderToStaticMarkup(<LinkedText text={text} />)).toContain('&lt;b&gt;two')
})

test('a link vouches for nobody and tells nobody where the reader came from', () => {
  expect(renderToStaticMarkup(<LinkedText text="https://a.example" />)).toBe(
    '<a href="https://a.example" target="_blank" rel="ugc nofollow noopener noreferrer">https://a.example</a>',
  )
})
