/** The look of the API reference: the console's colours, light and dark. */
export const docsStyle = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#5b6675;--line:#e3e7ec;--paper:#fff;--shade:#f6f8fa;--accent:#0b6e5f}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#a0abba;--line:#2a323d;--paper:#11161c;--shade:#181f27;--accent:#4fd1b8}}
*{box-sizing:border-box}body{margin:0;font:14px/1.55 system-ui,"PingFang SC","Noto Sans CJK SC",sans-serif;color:var(--ink);background:var(--paper);display:grid;grid-template:auto 1fr/320px 1fr}
header{grid-column:1/3;padding:20px 28px;border-bottom:1px solid var(--line)}h1{font-size:20px;margin:0}header p{margin:4px 0 0;color:var(--soft)}
a{color:var(--accent)}nav{padding:12px 20px;border-right:1px solid var(--line);overflow:auto;height:calc(100vh - 84px);position:sticky;top:0}
nav h2{font-size:12px;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:16px 0 4px}nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:5px 4px;text-decoration:none;color:inherit;font-size:13px;overflow-wrap:anywhere}nav a:hover{background:var(--shade)}
main{padding:8px 32px 64px;min-width:0}section{padding:20px 0;border-bottom:1px solid var(--line);scroll-margin-top:8px}h3{margin:0 0 4px;font-size:15px;font-weight:600;overflow-wrap:anywhere}
code{font:12.5px ui-monospace,Menlo,monospace}b.GET,b.POST,b.PUT,b.DELETE{font:600 11px ui-monospace,monospace;color:var(--accent)}.access{color:var(--soft)}
table{border-collapse:collapse;width:100%;margin:12px 0;display:block;overflow-x:auto}caption{text-align:left;color:var(--soft);padding-bottom:4px}th,td{text-align:left;padding:5px 12px 5px 0;border-top:1px solid var(--line);vertical-align:top}th{font-weight:500;color:var(--soft)}
@media (max-width:768px){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:8px 16px 48px}}
`;
