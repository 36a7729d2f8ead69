/** The whole style of a report. Colours are chosen for 4.5 : 1 contrast of text in both schemes. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--text:#1b1f24;--soft:#57606a;--line:#d5dae0;--blue:#2563b0;--bar:#8db4e2;--orange:#b35309;--green:#1a6b3c;--green-bg:#e4f4ea;--red:#a3262a;--red-bg:#fbe9e9;--grey-bg:#eceff2}
@media (prefers-color-scheme:dark){:root{--page:#12161b;--card:#1a2027;--text:#e6eaef;--soft:#a3adb8;--line:#343d47;--blue:#7ab3f5;--bar:#3c6ba3;--orange:#f0a458;--green:#7fd6a0;--green-bg:#15301f;--red:#ff9c98;--red-bg:#3a1c1e;--grey-bg:#232b34}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:1160px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:1.7rem;line-height:1.25;margin:.1em 0 .3em;text-wrap:balance}
h2{font-size:1.05rem;margin:0 0 .6em}
ul{margin:.3em 0;padding-left:1.2em}
li{margin:.3em 0;max-width:80ch}
code{font:.92em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.kicker{color:var(--soft);margin:0;font-size:.85rem;letter-spacing:.04em;text-transform:uppercase}
.source,.caption{color:var(--soft);font-size:.9rem;margin:.2em 0 1em}.caption{margin-top:.9em}
.card,.verdict{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:0 0 16px}
.verdict{border-left-width:6px}
.verdict h2{font-size:1.15rem;margin-bottom:.2em}
.verdict.pass{background:var(--green-bg);border-color:var(--green)}.verdict.pass h2{color:var(--green)}
.verdict.kill{background:var(--red-bg);border-color:var(--red)}.verdict.kill h2{color:var(--red)}
.verdict.insufficient{background:var(--grey-bg);border-color:var(--soft)}
.registered{margin:0 0 .6em}
.registered div{display:grid;grid-template-columns:9.5rem 1fr;gap:.2em 1em;margin:.35em 0}
dt{color:var(--soft)}dd{margin:0;max-width:75ch}
summary{cursor:pointer;color:var(--blue)}
summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--blue);outline-offset:2px}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr));gap:16px;margin:0 0 16px;align-items:start}
figure.card{margin:0;min-width:0}
svg{display:block;width:100%;max-width:460px;height:auto}
svg text{fill:var(--text);font:11.5px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
svg .tick{fill:var(--soft)}
svg .count{fill:var(--soft);font-size:9.5px}
svg .bar-label,svg .axis-label{font-size:12px}
svg .bar-label,svg .count{paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
svg .grid{stroke:var(--line);stroke-width:.7;fill:none}
svg .axis{stroke:var(--soft);stroke-width:1;fill:none}
svg .bar{fill:var(--bar)}
svg .whisker{stroke:var(--text);stroke-width:1.2;fill:none}
svg .curve{stroke:var(--blue);stroke-width:2.2;fill:none;stroke-linejoin:round}
svg .reference{stroke:var(--orange);stroke-width:1.5;stroke-dasharray:5 4;fill:none}
svg .limit{stroke:var(--red);stroke-width:1.5;stroke-dasharray:3 3;fill:none}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.35em .9em .35em 0;border-bottom:1px solid var(--line);vertical-align:top}
thead th{color:var(--soft);font-weight:500;white-space:nowrap}
tbody th{font-weight:500;min-width:8em}
.short{white-space:nowrap}
tbody tr:last-child>*{border-bottom:0}
@media (max-width:520px){h1{font-size:1.35rem}table{font-size:.84rem}th,td{padding-right:.55em}tbody th{min-width:6em}.card,.verdict{padding:14px}.registered div{grid-template-columns:1fr}}
@media print{body{background:#fff}.card,.verdict{break-inside:avoid}}
`
