/**
 * Converts names that look alike to the same text, so that imitations of a name can be found by comparison. Never show
 * that text.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */

/** Longer input is cut, since no name needs more. UTF-16 code units. */
const MAX_UNITS = 1_024

/**
 * The name in lower case, with Latin letters and digits in place of characters that look like them. Ignores case,
 * accents, spaces, signs and invisible characters. `I`, `l` and `1` become the same letter, as do `0` and `o`. Empty
 * for a name without letters and digits.
 * @example toSkeleton('Мета\u200BМask') === toSkeleton('MetaMask') // true
 */
export function toSkeleton(name: string): string {
  let skeleton = ''
  // Replace the lunate sigma here: it looks like a c, but NFKD would convert it to a sigma, which does not look like a
  // c.
  const plain = name.slice(0, MAX_UNITS).replace(/[™℠]/g, '').replace(/[ϲϹ]/g, 'c')
  // NFKD converts full-width, circled, mathematical and superscript letters to plain ones, and splits accented letters
  // into two characters.
  for (const sign of plain.normalize('NFKD')) {
    const letter =
      lookAlikes.get(sign) ?? lookAlikes.get(sign.toUpperCase()) ?? toLetter(sign.codePointAt(0) ?? 0)
    if (letter) skeleton += letter
    else if (visible.test(sign)) skeleton += sign.toLowerCase()
  }
  return skeleton.replace(/[l1]/g, 'i').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const visible = /[\p{L}\p{N}](?<!\p{Default_Ignorable_Code_Point})/u

/**
 * The plain letter for a letter in a box or circle or of a flag, most of which NFKD keeps. In each of these four
 * ranges, the code points are in alphabetical order.
 */
function toLetter(code: number): string | undefined {
  const start = [0x1_f130, 0x1_f150, 0x1_f170, 0x1_f1e6].find((from) => code >= from && code < from + 26)
  return start === undefined ? undefined : String.fromCharCode(97 + code - start)
}

/** Letters that look like Latin letters or digits, with the letter or digit that each looks like. */
export const lookAlikes: ReadonlyMap<string, string> = new Map(
  (
    'aаАαΑɑᴀꓮᎪա bЬьВΒʙᏴꓐƄ cсСϲϹᴄꓚᏟⲥ dԁԀᴅꓓᎠժ eеЕҽΕᴇꓰᎬ fꜰꓝƒϝ gɡɢԌꓖᏀցɩ hһҺНΗʜꓧᎻհ iіІїЇıɪιΙꓲӏӀاון| jјЈϳյᴊꓙᎫ ' +
    'kкКκΚᴋꓗᏦ lʟꓡᏞԼ mМΜᴍꓟᎷ nɴΝꓠո oоОοΟᴏꓳօՕס٠۰०০੦૦௦൦๐໐ pрРρΡᴘꓑᏢքϱ qԛԚգզ rʀꓣᏒ sѕЅꜱꓢᏚՏ tТτΤᴛꓔᎢ ' +
    'uυսՍᴜꓴև vѵѴνᴠꓦᏙ wԝԜᴡꓪᏔѡ xхХχΧꓫᕁ yуУүҮΥʏꓬᎩ zᴢΖꓜᏃ 3ЗзӠ'
  )
    .split(' ')
    .flatMap((group) => Array.from(group.slice(1), (sign) => [sign, group[0] ?? ''] as const)),
)
