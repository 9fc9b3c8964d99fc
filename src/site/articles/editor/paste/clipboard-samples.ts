/** Clipboard contents copied from each program, shortened. */
export const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0b1c2d3e-7fff-1234-5678-9abcdef01234"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">The long way home</span></h1><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">It was </span><span style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none;">late</span><span style="font-weight:400;font-style:normal;">, and </span><span style="font-weight:400;font-style:italic;">nobody</span><span style="font-weight:400;"> had </span><a href="https://www.google.com/url?q=https://example.org/key?utm_source%3Ddocs%26a%3D1&amp;sa=D" style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;">a key</span></a><span>.</span></p><br /><h2 dir="ltr"><span style="font-weight:700;">What we took</span></h2><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">bread</span></p></li><ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">with seeds</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="text-decoration:line-through;">tea</span></p></li></ul><p dir="ltr"><span><span style="border:none;display:inline-block;overflow:hidden;width:602px;height:401px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXd?key=abc" width="602" height="401" alt="A gate" /></span></span></p><div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span style="font-weight:700;">Mile</span></p></td><td><p dir="ltr"><span>Hour</span></p></td></tr><tr><td><p dir="ltr"><span>12</span></p></td><td><br /></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

export const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>A short<span style='mso-spacerun:yes'>  </span>history<o:p></o:p></h1>
<p class=MsoNormal>The <b style='mso-bidi-font-weight:normal'>first</b> of
them <i>came</i> early.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Apples<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Red<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Green<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Pears<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoQuote>Nobody asked.<o:p></o:p></p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="_x0000_i1025" style='width:10pt'><v:imagedata src="file:///C:/clip_image001.png" o:title="x"/></v:shape><![endif]--><![if !vml]><img width=200 height=100 src="file:///C:/Users/ada/clip_image002.png" v:shapes="_x0000_i1025"><![endif]></p>
<table class=MsoTableGrid border=1><tr><td width=100 valign=top><p class=MsoNormal>Year</p></td><td><p class=MsoNormal>Tons</p></td></tr><tr><td colspan=2><p class=MsoNormal>none</p></td></tr></table>
<!--EndFragment--></body></html>`

export const webPage = `<html><body><!--StartFragment--><style>.x{color:red}</style><script>steal(document.cookie)</script>
<header class="site"><nav><ul><li><a href="/home">Home</a></li></ul></nav></header>
<article data-track="article-1"><h2 class="title" onclick="track()">How bees <em>see</em></h2>
<p class="byline" style="color: rgb(1, 2, 3);">By <a href="/people/ada" data-tracking="x" ping="https://spy.example/p">Ada</a></p>
<p>They see <a href="https://example.org/light?utm_campaign=x&amp;id=7" onmouseover="alert(1)" target="_blank">ultraviolet</a> and <a href="javascript:alert(1)">more</a>.<img src="https://spy.example/pixel.gif" width="1" height="1"></p>
<figure><img src="https://img.example.org/bee.jpg" alt="A bee" onerror="alert(1)" srcset="https://img.example.org/bee@2x.jpg 2x"><figcaption>A bee at work</figcaption></figure>
<h3>In code</h3><pre class="highlight"><code class="language-ts"><span class="k">const</span> n = 1 &lt; 2
n<br>end</code></pre>
<h5>Deep</h5><blockquote><p>Buzz.</p></blockquote><hr>
<table><thead><tr><th>Kind</th><th>Eyes</th></tr></thead><tbody><tr><td>Bee</td><td>5</td></tr></tbody></table>
<ol start="3"><li>Three</li><li>Four</li></ol>
<ul class="contains-task-list"><li><input type="checkbox" checked disabled> done</li><li><input type="checkbox" disabled> open</li></ul>
<iframe src="https://www.youtube.com/embed/abc" title="A film" srcdoc="<script>alert(1)</script>"></iframe>
<dl><dt>Ocelli</dt><dd>Three small eyes</dd></dl><span style="display:none">secret</span></article><!--EndFragment--></body></html>`
